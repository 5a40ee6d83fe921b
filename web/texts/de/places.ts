/** Was die Storefront über Orte sagt. */
export const texts = {
  titles: {
    look: 'Wo möchtest du suchen?',
    home: 'Wo wohnst du?',
    item: 'Wo ist der Artikel?',
  },
  town: 'Ort oder Postleitzahl',
  townHint: 'Einfach tippen…',
  towns: 'Orte',
  noTown: 'Einen Ort dieses Namens kennen wir nicht. Wähle einen in der Nähe oder nimm die Karte.',
  whereIAm: 'Meinen Standort verwenden',
  here: 'Mein Standort',
  ownPlace: 'Standort meines Kontos',
  anyPlace: 'Überall',
  refused:
    'Dein Browser gibt deinen Standort nicht heraus. Wähle unten einen Ort oder erlaube es in den Einstellungen des Browsers.',
  unknown: 'Dein Browser konnte deinen Standort nicht feststellen. Wähle unten einen Ort.',
  offered: 'Wo etwas angeboten wird',
  noneOffered: 'Noch nennt keine Anzeige einen Ort. Suche stattdessen nach einer Stadt.',
  mapHint: 'Eine Skizze der Orte, Norden ist oben. Tippe irgendwo darauf oder wähle einen Namen.',
  near: (place: string) => (place ? `Bei ${place}` : 'Auf der Karte gewählt'),
  coordinates: 'Stattdessen Koordinaten eingeben',
  latitude: 'Breite',
  longitude: 'Länge',
  use: 'Übernehmen',
  coordinatesInvalid: 'Gib beide in Grad ein, etwa 52,52 und 13,40.',
} satisfies typeof import('../en/places.ts').texts

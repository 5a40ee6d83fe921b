/** What the storefront says of places. */
export const texts = {
  title: 'Where do you want to look around?',
  whereIAm: 'Where I am',
  ownPlace: 'My account’s place',
  anyPlace: 'Everywhere',
  refused: 'Your browser keeps your place to itself. Pick one below, or allow it in the browser’s settings.',
  unknown: 'Your browser could not find out where you are. Pick a place below.',
  offered: 'Places where things are offered',
  noneOffered: 'No listing names a place yet. Type coordinates instead.',
  mapHint: 'A sketch of how the places lie to each other, north is up. Press it anywhere, or pick a name.',
  near: (place: string) => (place ? `Near ${place}` : 'Picked on the map'),
  coordinates: 'Type coordinates instead',
  latitude: 'Latitude',
  longitude: 'Longitude',
  use: 'Use them',
  coordinatesInvalid: 'Type both in degrees, such as 52.52 and 13.40.',
}

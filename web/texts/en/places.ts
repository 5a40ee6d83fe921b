/** What the storefront says of locations. */
export const texts = {
  titles: {
    look: 'Where do you want to look?',
    home: 'Where do you live?',
    item: 'Where is the item?',
  },
  town: 'Town or postcode',
  townHint: 'Start typing…',
  towns: 'Towns',
  noTown: 'No town of that name is known here. Pick one nearby, or use the map.',
  whereIAm: 'Use my location',
  here: 'My location',
  ownPlace: 'My account’s location',
  anyPlace: 'Everywhere',
  refused:
    'Your browser does not share your location. Pick a place below, or allow it in the browser’s settings.',
  unknown: 'Your browser could not find out where you are. Pick a place below.',
  offered: 'Where items are for sale',
  noneOffered: 'No listing names a location yet. Search for a town instead.',
  mapHint: 'A sketch of how the places lie, north is up. Tap anywhere on it, or pick a name.',
  near: (place: string) => (place ? `Near ${place}` : 'Picked on the map'),
  coordinates: 'Type coordinates instead',
  latitude: 'Latitude',
  longitude: 'Longitude',
  use: 'Use them',
  coordinatesInvalid: 'Type both in degrees, such as 52.52 and 13.40.',
}

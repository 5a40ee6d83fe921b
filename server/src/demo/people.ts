export const password = 'plaza-demo-2026'
export const town = 'Lindenau am See'
export const centre = { longitude: 13.06, latitude: 52.4 }

export interface DemoPerson {
  /** The part of the address before `@lindenau.example`. */
  key: string
  name: string
  bio: string
  quarter: string
  zip: string
  /** Kilometres east and north of the market square. */
  east: number
  north: number
  role?: 'moderator' | 'administrator'
}

const person = (
  key: string,
  name: string,
  quarter: string,
  [east, north]: [number, number],
  bio: string,
): DemoPerson => ({ key, name, bio, quarter, zip: zips[quarter] ?? '14599', east, north })

const zips: Record<string, string> = {
  Altstadt: '14599',
  Seeufer: '14599',
  Bahnhofsviertel: '14600',
  'Am Mühlenberg': '14600',
  Gartenstadt: '14601',
  Fischerkiez: '14601',
  Weinhang: '14602',
  Neudorf: '14602',
}

/** The people of the town. The first is the one to sign in as. */
export const people: DemoPerson[] = [
  person('mira', 'Mira Hoffmann', 'Altstadt', [0.2, 0.1], 'Teacher, cyclist, slowly emptying the attic.'),
  person(
    'jonas',
    'Jonas Beck',
    'Bahnhofsviertel',
    [1.1, -0.8],
    'I repair bicycles and talk about it too much.',
  ),
  person('aylin', 'Aylin Demir', 'Seeufer', [-0.9, 1.4], 'Two children, one dog, no storage room.'),
  person(
    'tomasz',
    'Tomasz Nowak',
    'Am Mühlenberg',
    [2.3, 1.2],
    'Joiner. Most of my things are made of wood.',
  ),
  person('lena', 'Lena Vogt', 'Gartenstadt', [-2.4, -1.1], 'Plants, plants, and a small balcony.'),
  person('samuel', 'Samuel Okafor', 'Altstadt', [-0.2, -0.3], 'Musician and sound engineer.'),
  person('greta', 'Greta Lindqvist', 'Weinhang', [3.1, 3.0], 'Retired librarian with nine bookcases.'),
  person('paul', 'Paul Schreiber', 'Neudorf', [4.2, -2.1], 'Fixes electronics on Sundays.'),
  person('ines', 'Ines Carvalho', 'Fischerkiez', [-1.6, 2.2], 'Potter. Everything I sell fits in a box.'),
  person('felix', 'Felix Brandt', 'Bahnhofsviertel', [1.4, -1.2], 'Student, moving twice a year.'),
  person('hanna', 'Hanna Kowalski', 'Gartenstadt', [-2.9, -0.6], 'Nurse. Please write in the evening.'),
  person('viktor', 'Viktor Petrenko', 'Neudorf', [4.6, -1.4], 'Cars, tyres, tools.'),
  person('clara', 'Clara Neumann', 'Altstadt', [0.5, 0.4], 'Photographer, still with film.'),
  person('omar', 'Omar Haddad', 'Am Mühlenberg', [2.0, 1.9], 'Cook at the Seeblick, collector of pans.'),
  person('birgit', 'Birgit Sommer', 'Seeufer', [-0.6, 1.9], 'We are getting smaller: house to flat.'),
  person('david', 'David Engel', 'Weinhang', [3.6, 2.6], 'Climbs, skis, sells last year’s gear.'),
  person('yuki', 'Yuki Tanaka', 'Altstadt', [-0.4, 0.3], 'Designer. Tidy shelves, tidy mind.'),
  person('marek', 'Marek Svoboda', 'Fischerkiez', [-1.9, 2.6], 'On the lake whenever the wind allows.'),
  person('sophie', 'Sophie Richter', 'Gartenstadt', [-3.2, -1.6], 'Grandmother of five, I knit.'),
  person(
    'elias',
    'Elias Wagner',
    'Bahnhofsviertel',
    [0.9, -1.5],
    'Games on Thursdays, running on Saturdays.',
  ),
  person('nadia', 'Nadia Benali', 'Seeufer', [-1.1, 1.1], 'Tailor’s shop on Uferstrasse.'),
  person('rolf', 'Rolf Hartmann', 'Neudorf', [3.9, -2.8], 'Allotment 17, ring the bell twice.'),
  person('amelie', 'Amélie Dubois', 'Weinhang', [2.8, 3.5], 'French lessons and flea markets.'),
  person('kofi', 'Kofi Mensah', 'Am Mühlenberg', [2.6, 0.8], 'Coach of the under-tens at SV Lindenau.'),
  person('theresa', 'Theresa Wolf', 'Fischerkiez', [-2.2, 1.8], 'Vet’s assistant with an aquarium problem.'),
  person(
    'ben',
    'Ben Albrecht',
    'Bahnhofsviertel',
    [1.6, -0.5],
    'Second child on the way, so the hobby room has to go.',
  ),
  {
    ...person('moderator', 'Renate Falk', 'Altstadt', [0.1, 0.2], 'Keeps an eye on things.'),
    role: 'moderator',
  },
  {
    ...person('admin', 'Arne Winter', 'Altstadt', [0.3, -0.1], 'Runs Plaza in Lindenau.'),
    role: 'administrator',
  },
]

export const emailOf = (key: string) => `${key}@lindenau.example`

const kmPerDegree = 111.195

/** Where somebody lives; east and north are kilometres. */
export const homeOf = ({ east, north }: DemoPerson) => ({
  longitude: centre.longitude + east / (kmPerDegree * Math.cos((centre.latitude * Math.PI) / 180)),
  latitude: centre.latitude + north / kmPerDegree,
})

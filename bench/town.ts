// What both data sets are made of: places, people and listings of a country that does not exist. Where
// somebody lives, what a listing says, where it is and what it is filed under have nothing to do with each other.
import { below, type Draw, drawsOf, gauss, oneOf, zipf } from './random.ts'
import { stockSentence, text } from './words.ts'

export interface Size {
  people: number
  listings: number
  /** People who chat, each in twenty rooms. */
  chatters: number
  messagesPerRoom: number
}

export const sizes = {
  '10k': { people: 4500, listings: 10_000, chatters: 2500, messagesPerRoom: 4 },
  '500k': { people: 100_000, listings: 500_000, chatters: 5000, messagesPerRoom: 20 },
  '5M': { people: 1_000_000, listings: 5_000_000, chatters: 50_000, messagesPerRoom: 20 },
} satisfies Record<string, Size>
export type SizeName = keyof typeof sizes
export const isSizeName = (name: string): name is SizeName => name in sizes

const kinds = {
  user: '01',
  category: '02',
  post: '03',
  room: '04',
  message: '05',
  notification: '06',
  wellnessUser: '07',
  wellnessCategory: '08',
  exercise: '09',
  session: '0a',
  wellnessNotification: '0b',
  photo: '0c',
  comment: '0d',
  goal: '0e',
  reminder: '0f',
  answerSet: '10',
  deal: '11',
  review: '12',
} as const
export type Kind = keyof typeof kinds

/** Every id of the data sets starts so; an id that does not was made by a request. */
export const madeHere = '019000'

/** The id of the n-th row of a kind; those of listings follow the time, as the product's do. */
export const idOf = (kind: Kind, n: number): string =>
  `${madeHere}${kinds[kind]}-0000-7000-8000-${n.toString(16).padStart(12, '0')}`

/** The same in SQL, of an expression. */
export const idIn = (kind: Kind, n: string): string =>
  `('${madeHere}${kinds[kind]}-0000-7000-8000-' || lpad(to_hex((${n})::bigint), 12, '0'))::uuid`

export const categories = 40
/** Below each category; half of its listings are filed there. */
export const subCategories = 3
export const exercises = 200
export const practices = 10
const roomsPerChatter = 20
export const rooms = ({ chatters }: Size): number => (chatters * roomsPerChatter) / 2
/** What the second member of each room has read, of `messagesPerRoom`. */
export const readInRoom = ({ messagesPerRoom }: Size): number => messagesPerRoom - messagesPerRoom / 4
/** Of each person. */
export const notices = 10
export const favourites = 5
export const sessions = 5
/** People whom each follows, but for those who are drawn twice. */
export const followed = 10
/** For each person; a tenth of the listings have them all. */
export const comments = 5
/** Looks of each person at listings, within a week. */
export const looks = 5
/** Of each person, by as many others. */
export const reviews = 5
/** How far back the oldest listing was published. */
export const listingDays = 20

const seeds = { town: 2, person: 3, listing: 4 }
export interface Place {
  latitude: number
  longitude: number
  name: string
}

const towns = Array.from({ length: 300 }, (_, n) => {
  const draw = drawsOf(seeds.town, n)
  return {
    latitude: -38 + draw() * 96,
    longitude: -120 + draw() * 250,
    name: `Town ${n}`,
    width: 0.04 + draw() * 0.12,
  }
})
const townOf = zipf(towns.length, 0.9)
const categoryOf = zipf(categories, 0.7)

const round = (degrees: number) => Math.round(degrees * 1e5) / 1e5

/** Somewhere in a town, the larger ones more often. */
export function drawPlace(draw: Draw): Place {
  const town = towns[townOf(draw)]
  if (!town) throw new Error('there are no towns')
  return {
    latitude: round(town.latitude + gauss(draw) * town.width),
    longitude: round(town.longitude + gauss(draw) * town.width),
    name: town.name,
  }
}
export const drawCategory = (draw: Draw): number => categoryOf(draw)

/** Every other person has not told where they live. */
export const hasHome = (n: number): boolean => n % 2 === 0

export const personOf = (n: number): { n: number; home: Place | null } => ({
  n,
  home: hasHome(n) ? drawPlace(drawsOf(seeds.person, n)) : null,
})

export const titleWords = { least: 4, most: 7 }
export const descriptionWords = { least: 20, most: 49 }
const lengthOf = (draw: Draw, { least, most }: { least: number; most: number }) =>
  least + below(draw, most - least + 1)
export const averageWords =
  (titleWords.least + titleWords.most + descriptionWords.least + descriptionWords.most) / 2

export const conditions = ['new', 'like_new', 'good', 'fair'] as const

/** Of so many listings one is given away. */
const perGift = 10

export interface Listing {
  n: number
  author: number
  title: string
  description: string
  priceMinor: number
  category: number
  subCategory: number | null
  condition: (typeof conditions)[number]
  isSold: boolean
  photos: number
  place: Place
}

/** The larger the number, the newer. */
export function listingOf(n: number, { people }: Size): Listing {
  const draw = drawsOf(seeds.listing, n)
  const category = drawCategory(draw)
  const listing = {
    n,
    author: below(draw, people),
    title: text(draw, lengthOf(draw, titleWords)),
    description: `${text(draw, lengthOf(draw, descriptionWords))}. ${stockSentence}`,
    priceMinor: Math.floor(100 * 5000 ** draw()),
    category,
    subCategory: draw() < 0.5 ? categories + category * subCategories + below(draw, subCategories) : null,
    condition: oneOf(draw, conditions),
    isSold: draw() < 0.1,
    photos: 1 + below(draw, 4),
    place: drawPlace(draw),
  }
  return below(draw, perGift) === 0 ? { ...listing, priceMinor: 0 } : listing
}

/** In SQL: a number below `most` that an expression and a salt stand for, the same every time. */
export const spread = (n: string, salt: number, most: number): string =>
  `((hashint8extended((${n})::bigint, ${salt}) & 9223372036854775807) % ${most})`

/**
 * Rooms of two people, about a listing: n, lo, hi, listing, at. Everybody who chats is in twenty, each with
 * somebody else; when they were last used has nothing to do with who is in them.
 */
export const roomRows = (size: Size, now: string, [from, to] = [0, rooms(size)]): string => {
  const { chatters, listings } = size
  return `select n, least(a, b) as lo, greatest(a, b) as hi, ${spread('n', 1, listings)} as listing,
      ${now} - interval '1 day' - ${spread('n', 2, 1_000_000)} * interval '1 second' as at
    from (
      select n, n % ${chatters} as a, (n % ${chatters} + 1 + n / ${chatters}) % ${chatters} as b
      from generate_series(${from}::bigint, ${to - 1}::bigint) n
    ) pairs`
}

/** A room in which a person has the lower id, so that the other one has unread messages. */
export const roomOfLower = (person: number, n: number, { chatters }: Size): number =>
  (n % (roomsPerChatter / 2)) * chatters + person
/** People below it have the lower id in each of the rooms above. */
export const lowerPeople = ({ chatters }: Size): number => chatters - roomsPerChatter

/** Of the message `seq` of room `n`. */
export const messageText = `'Is number ' || ${spread('n', 3, 1000)} || ' still there? I could come by on day ' || seq || '.'`

export const commentedListings = ({ listings }: Size): number => Math.floor(listings / 10)
export const commentedListing = (n: number): number => n * 10

/** Everybody's comments in the order of time: every fourth answers the one before it. */
export function commentRows(size: Size, now: string, [from, to]: [from: number, to: number]): string {
  const all = size.people * comments
  return `select n, case when n % 4 = 3 then n - 1 end as answered,
      ${spread('(n - (n % 4 = 3)::int)', 21, commentedListings(size))} * 10 as listing, ${spread('n', 22, size.people)} as author,
      ${now} - (${all} - n) * interval '10 days' / ${all} as at
    from generate_series(${from}::bigint, ${to - 1}::bigint) n`
}

/** Who follows whom, each time once. */
export const followRows = (size: Size, now: string, [from, to]: [from: number, to: number]): string =>
  `select follower, followee, min(at) as at from (
      select n / ${followed} as follower, (n / ${followed} + 1 + ${spread('n', 23, size.people - 1)}) % ${size.people} as followee,
        ${now} - interval '1 day' - ${spread('n', 24, 100 * 86_400)} * interval '1 second' as at
      from generate_series(${from}::bigint, ${to - 1}::bigint) n) drawn
    group by 1, 2`

/** What people say of each other, no two of the same listing: n, subject, author, listing, rating, at. */
export const reviewRows = (size: Size, now: string, [from, to]: [from: number, to: number]): string =>
  `select n, n / ${reviews} as subject, (n / ${reviews} + (1 + n % ${reviews}) * 811) % ${size.people} as author,
      n % ${size.listings} as listing, 3 + ${spread('n', 27, 3)} as rating,
      ${now} - interval '1 day' - ${spread('n', 28, 100 * 86_400)} * interval '1 second' as at
    from generate_series(${from}::bigint, ${to - 1}::bigint) n`
export const reviewWords = ['friendly', 'as_described']

/** Those who chat have set out for these, each on every day that is due but one. */
export const goals = [
  { title: 'Sit still for ten minutes', metric: 'CHECK' },
  { title: 'Drink enough', metric: 'COUNT', target: { value: 8, unit: 'glasses' } },
  { title: 'Stretch', metric: 'CHECK', frequency: 'WEEKLY', timesPerPeriod: 3 },
] as const
/** How many days ago they began, and on which nothing was done. */
export const goalDays = { began: 20, missed: 12 }
/** Of the goal at a position among a person's. Its last 16 bits are free: the id of its days has them. */
export const goalNumber = (person: number, position: number): number =>
  (person * goals.length + position) * 65_536
export const goalNumberIn = (person: string, position: string): string =>
  `(${person} * ${goals.length} + ${position}) * 65536`
/** Whose days all are counted in. */
export const timezone = 'Europe/Berlin'

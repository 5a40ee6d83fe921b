import type { AttributeDefinition } from '../marketplace/categories/public.ts'
import { blurredPoint, type Coordinates } from '../marketplace/posts/public.ts'
import { days, minutes } from '../platform/clock.ts'
import { newId } from '../platform/ids.ts'
import type { Content } from './files.ts'
import type { Category, Listing, Person, TownFacts } from './schemas.ts'

export interface PlannedPerson extends Person {
  id: string
  email: string
  home: Coordinates
  place: string
  zipCode: string
  joinedAt: Date
  lastSeenAt: Date
  /** Of the upload that shows their face. */
  photoId: string | undefined
}

export interface PlannedListing extends Listing {
  id: string
  seller: PlannedPerson
  categoryId: string
  leafId: string
  /** Of the uploads that show it: the whole thing, then its `views`. */
  pictureIds: [string, ...string[]]
  publicPlace: Coordinates
  writtenAt: Date
  publishedAt: Date
  expiresAt: Date
}

export interface PlannedCategory {
  id: string
  parentId: string | null
  name: string
  names: Record<string, string>
  icon: string
  position: number
  attributeSchema: AttributeDefinition[]
  expirationDays: number
}

/** What is in the files, with ids and instants. */
export interface Town {
  now: Date
  content: Content
  /** By key. */
  people: Map<string, PlannedPerson>
  categories: PlannedCategory[]
  /** By title, the oldest first. */
  listings: Map<string, PlannedListing>
  saves: Save[]
  /** The oldest first. */
  follows: Follow[]
}

/** Gives everybody and everything of the marketplace an id; nothing is written yet. */
export function planTown(content: Content, now: Date, secret: string): Town {
  const people = new Map(content.people.map((person) => [person.key, planPerson(person, content, now)]))
  const categories = content.categories.flatMap(planCategory)
  const listings = content.listingFiles.flatMap(({ category, listings }) => {
    const root = known(categories, ({ name, parentId }) => parentId === null && name === category)
    return listings.map((listing): PlannedListing => {
      const seller = knownIn(people, listing.author)
      const { daysAgo, repostedDaysAgo = daysAgo } = listing
      const publishedAt = new Date(now.getTime() - days(repostedDaysAgo))
      return {
        ...listing,
        id: newId(),
        pictureIds: [newId(), ...(listing.views ?? []).map(() => newId())],
        seller,
        categoryId: root.id,
        leafId: known(categories, ({ name, parentId }) => parentId === root.id && name === listing.leaf).id,
        publicPlace: blurredPoint(seller.home, seller.id, secret),
        writtenAt: new Date(now.getTime() - days(daysAgo)),
        publishedAt,
        expiresAt: new Date(publishedAt.getTime() + days(root.expirationDays)),
      }
    })
  })
  const byTitle = new Map(
    listings.sort((a, b) => +a.publishedAt - +b.publishedAt).map((listing) => [listing.title, listing]),
  )
  const saves = content.favourites.map(({ person, listing, daysAgo, collection }) => ({
    person: knownIn(people, person),
    listing: knownIn(byTitle, listing),
    at: new Date(now.getTime() - days(daysAgo)),
    collection,
  }))
  const follows = content.follows
    .map(({ person, follows: followed, daysAgo }) => ({
      person: knownIn(people, person),
      followed: knownIn(people, followed),
      at: new Date(now.getTime() - days(daysAgo)),
    }))
    .sort((a, b) => +a.at - +b.at)
  return { now, content, people, categories, listings: byTitle, saves, follows }
}

export interface Save {
  person: PlannedPerson
  listing: PlannedListing
  at: Date
  /** The name of the one that it is put into, besides that of everything. */
  collection: string | undefined
}

export interface Follow {
  person: PlannedPerson
  followed: PlannedPerson
  at: Date
}

export const emailOf = ({ mailDomain }: TownFacts, key: string) => `${key}@${mailDomain}`

const planPerson = (person: Person, { town, faces }: Content, now: Date): PlannedPerson => ({
  ...person,
  id: newId(),
  email: emailOf(town, person.key),
  home: homeOf(person, town),
  place: `${town.name}, ${person.quarter}`,
  zipCode: town.zipCodes[person.quarter] ?? '',
  joinedAt: new Date(now.getTime() - days(person.joinedDaysAgo)),
  lastSeenAt: new Date(now.getTime() - minutes(person.seenMinutesAgo)),
  photoId: faces.has(person.key) ? newId() : undefined,
})

const kmPerDegree = 111.195

export const homeOf = (
  { kilometres: { east, north } }: Pick<Person, 'kilometres'>,
  { centre }: TownFacts,
): Coordinates => ({
  longitude: centre.longitude + east / (kmPerDegree * Math.cos((centre.latitude * Math.PI) / 180)),
  latitude: centre.latitude + north / kmPerDegree,
})

/** A category and its leaves, which ask the same of a listing. */
function planCategory(category: Category, position: number): PlannedCategory[] {
  const shared = { attributeSchema: attributesOf(category), expirationDays: category.expirationDays ?? 30 }
  const root = {
    id: newId(),
    parentId: null,
    name: category.name,
    names: category.names,
    icon: category.icon,
    position,
    ...shared,
  }
  const leaves = category.leaves.map(({ name, names }, index) => ({
    id: newId(),
    parentId: root.id,
    name,
    names,
    icon: '',
    position: index,
    ...shared,
  }))
  return [root, ...leaves]
}

export const attributesOf = (category: Category | undefined): AttributeDefinition[] =>
  (category?.attributes ?? []).map((attribute) => ({ required: false, options: [], unit: '', ...attribute }))

/** The one that is meant; `readContent` has seen to it that there is one. */
export function known<Item>(items: readonly Item[], isMeant: (item: Item) => boolean): Item {
  const item = items.find(isMeant)
  if (item === undefined) throw new Error('the town refers to something that it does not have')
  return item
}

export function knownIn<Item>(items: ReadonlyMap<string, Item>, name: string): Item {
  const item = items.get(name)
  if (item === undefined) throw new Error(`the town has no ${name}`)
  return item
}

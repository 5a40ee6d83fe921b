import { blurredPoint, type Coordinates } from '../marketplace/posts/public.ts'
import { days, hours, minutes } from '../platform/clock.ts'
import { newId } from '../platform/ids.ts'
import { categories, type DemoCategory } from './categories.ts'
import { conversations } from './conversations.ts'
import { draw } from './drawings.ts'
import type { DemoListing } from './listing.ts'
import { listings } from './listings.ts'
import { type DemoPerson, homeOf, people, town } from './people.ts'
import { Random } from './random.ts'

const seed = 20260401
const spreadDays = 25

export interface PlannedPerson extends DemoPerson {
  id: string
  home: Coordinates
  joinedAt: Date
  lastSeenAt: Date
}

export interface PlannedListing extends DemoListing {
  id: string
  authorId: string
  categoryId: string
  leafId: string
  home: Coordinates
  publicPlace: Coordinates
  quarter: string
  zip: string
  publishedAt: Date
  expiresAt: Date
  allowsOffers: boolean
  delivery: 'pickup' | 'shipping' | 'both'
  /** The SVG of its picture. */
  drawing: string
}

export interface PlannedCategory {
  id: string
  parentId: string | null
  name: string
  icon: string
  position: number
  definition: DemoCategory
}

export const placeOf = (quarter: string) => `${town}, ${quarter}`

export interface Town {
  now: Date
  random: Random
  people: Map<string, PlannedPerson>
  categories: PlannedCategory[]
  /** By title. */
  listings: Map<string, PlannedListing>
}

/** Decides everything about the town's people, categories and listings; nothing is written yet. */
export function planTown(now: Date, secret: string): Town {
  const random = new Random(seed)
  const residents = planPeople(now, random)
  const tree = planCategories()
  const planned = listings.map((listing) => planListing(listing, { now, secret, random, residents, tree }))
  return {
    now,
    random,
    people: residents,
    categories: tree,
    listings: new Map(planned.map((listing) => [listing.title, listing])),
  }
}

const planPeople = (now: Date, random: Random): Map<string, PlannedPerson> =>
  new Map(
    people.map((person) => [
      person.key,
      {
        ...person,
        id: newId(),
        home: homeOf(person),
        joinedAt: new Date(now.getTime() - days(random.between(40, 400))),
        lastSeenAt: new Date(now.getTime() - minutes(random.between(3, 4000))),
      },
    ]),
  )

function planCategories(): PlannedCategory[] {
  return categories.flatMap((definition, position) => {
    const root = {
      id: newId(),
      parentId: null,
      name: definition.name,
      icon: definition.icon,
      position,
      definition,
    }
    const leaves = definition.leaves.map((name, index) => ({
      id: newId(),
      parentId: root.id,
      name,
      icon: '',
      position: index,
      definition,
    }))
    return [root, ...leaves]
  })
}

function planListing(
  listing: DemoListing,
  context: {
    now: Date
    secret: string
    random: Random
    residents: Map<string, PlannedPerson>
    tree: PlannedCategory[]
  },
): PlannedListing {
  const { now, random } = context
  const id = newId()
  const author = known(context.residents.get(listing.author), listing.author)
  const root = known(
    context.tree.find(({ name, parentId }) => parentId === null && name === listing.category),
    listing.category,
  )
  const leaf = known(
    context.tree.find(({ name, parentId }) => parentId === root.id && name === listing.leaf),
    listing.leaf,
  )
  const talkBegan = conversations.find(({ about }) => about === listing.title)?.hoursAgo ?? 0
  const age = hours(random.between(talkBegan + 1, spreadDays * 24))
  const publishedAt = new Date(now.getTime() - age)
  return {
    ...listing,
    id,
    authorId: author.id,
    categoryId: root.id,
    leafId: leaf.id,
    home: author.home,
    publicPlace: blurredPoint(author.home, author.id, context.secret),
    quarter: author.quarter,
    zip: author.zip,
    publishedAt,
    expiresAt: new Date(publishedAt.getTime() + days(root.definition.expirationDays ?? 30)),
    allowsOffers: listing.price >= 20 && random.chance(0.7),
    delivery: listing.price < 100 && random.chance(0.5) ? 'both' : 'pickup',
    drawing: draw(listing.kind, random, listing.hue),
  }
}

/** The texts refer to each other by name; a wrong one is a mistake in them. */
export function known<Item>(item: Item | undefined, name: string): Item {
  if (item === undefined) throw new Error(`the town has no ${name}`)
  return item
}

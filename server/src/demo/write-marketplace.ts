import { insertCategory, slugOf } from '../marketplace/categories/public.ts'
import {
  ensureDefaultCollection,
  insertCollection,
  setCollected,
  setFavourite,
} from '../marketplace/collections/public.ts'
import { insertComment } from '../marketplace/comments/public.ts'
import { insertFollow } from '../marketplace/connections/public.ts'
import { changePreference } from '../marketplace/notifications/public.ts'
import {
  insertPost,
  updateClosed,
  updateReposted,
  updateSale,
  upsertReview,
} from '../marketplace/posts/public.ts'
import { changeUser, insertUser, setVacation, touchPeople } from '../marketplace/users/public.ts'
import { days, hours, minutes } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'
import { canonicalEmail } from '../platform/identity/email.ts'
import { newId } from '../platform/ids.ts'
import { pictureUrl } from '../platform/media/uploads.ts'
import { minorOf } from '../platform/money.ts'
import type { Work } from '../platform/operation/work.ts'
import { knownIn, type PlannedListing, type Town } from './plan.ts'

export const currency = 'EUR'

export async function writePeople(
  db: Db,
  town: Town,
  { passwordHash, publicUrl }: { passwordHash: string; publicUrl: string },
): Promise<void> {
  for (const person of town.people.values()) {
    await insertUser(db, {
      id: person.id,
      name: person.name,
      email: person.email,
      emailCanonical: canonicalEmail(person.email),
      passwordHash,
      role: person.role ?? 'user',
      isVerified: true,
      bio: person.bio,
      ...person.home,
      place: person.place,
      zipCode: person.zipCode,
      timezone: town.content.town.timezone,
      at: person.joinedAt,
    })
    if (person.photoId) {
      const photo = { profile_photo_url: pictureUrl(publicUrl, person.photoId) }
      await changeUser(db, person.id, photo, person.joinedAt)
    }
    if (person.awayForDays !== undefined)
      await setVacation(db, person.id, {
        since: new Date(town.now.getTime() - days(2)),
        until: new Date(town.now.getTime() + days(person.awayForDays)),
      })
    if (person.wishes) {
      const { quietHours, strangers } = person.wishes
      const wish = { quiet_hours: { enabled: true, ...quietHours }, strangers }
      await changePreference(
        db,
        { id: person.id, timezone: town.content.town.timezone },
        wish,
        person.joinedAt,
      )
    }
    await touchPeople(db, new Map([[person.id, person.lastSeenAt]]))
  }
}

export async function writeCategories(
  work: Pick<Work, 'db' | 'invalidate'>,
  { categories, now }: Town,
): Promise<void> {
  for (const category of categories)
    await insertCategory(work, { ...category, slug: slugOf(category.name), isEnabled: true }, now)
}

export async function writeListings(db: Db, town: Town): Promise<void> {
  for (const listing of town.listings.values()) {
    await insertPost(db, listing.id, listing.seller.id, contentOf(listing), listing.writtenAt)
    if (listing.state) await leave(db, listing, town)
    if (listing.repostedDaysAgo !== undefined)
      await updateReposted(db, listing.id, { bumpedAt: listing.publishedAt })
  }
}

export const contentOf = (listing: PlannedListing) => ({
  title: listing.title,
  description: listing.description,
  price_minor: minorOf(listing.price, currency, 'price'),
  currency,
  category_id: listing.categoryId,
  sub_category_id: listing.leafId,
  condition: listing.condition,
  attributes: listing.attributes ?? {},
  quantity: 1,
  quantity_sold: 0,
  status: listing.state ?? ('active' as const),
  allows_offers: listing.allowsOffers ?? false,
  delivery: listing.delivery ?? ('pickup' as const),
  photo_ids: listing.pictureIds,
  video_url: '',
  video_thumbnail: '',
  place: listing.seller.place,
  zip_code: listing.seller.zipCode,
  ...listing.seller.home,
  public_longitude: listing.publicPlace.longitude,
  public_latitude: listing.publicPlace.latitude,
  published_at: listing.publishedAt,
  expires_at: listing.expiresAt,
  renews_since: listing.autoRenew ? listing.writtenAt : null,
})

/** When a listing was reserved, sold or closed: half-way between its publication and now. */
export const leftAt = ({ publishedAt }: PlannedListing, now: Date): Date =>
  new Date((publishedAt.getTime() + now.getTime()) / 2)

/** Reserves, sells or closes a listing. */
async function leave(db: Db, listing: PlannedListing, { now, content, people }: Town): Promise<void> {
  const { id, state, price, title, closedReason: reason = null } = listing
  const at = leftAt(listing, now)
  const deal = content.deals.find((one) => one.listing === title)
  if (state === 'closed') return updateClosed(db, id, { reason, at })
  const sold = {
    status: 'sold',
    soldType: deal ? 'sold_here' : 'sold_elsewhere',
    quantitySold: 1,
    buyerId: deal ? knownIn(people, deal.buyer).id : null,
    soldPriceMinor: minorOf(price, currency, 'price'),
    soldAt: at,
  } as const
  const reserved = {
    status: 'reserved',
    soldType: 'reserved',
    quantitySold: 0,
    buyerId: null,
    soldPriceMinor: null,
    soldAt: null,
  } as const
  await updateSale(db, id, state === 'sold' ? sold : reserved, at)
}

export async function writeSaves(db: Db, { saves, now }: Town): Promise<void> {
  for (const userId of new Set(saves.map(({ person }) => person.id)))
    await ensureDefaultCollection(db, newId(), userId, now)
  const collections = new Map<string, string>()
  for (const { person, listing, at, collection: name } of saves) {
    const save = { userId: person.id, postId: listing.id, isWanted: true, at }
    await setFavourite(db, save)
    if (name === undefined) continue
    const named = `${person.key} ${name}`
    const id = collections.get(named) ?? newId()
    if (!collections.has(named)) await insertCollection(db, { id, userId: person.id, name, at })
    collections.set(named, id)
    await setCollected(db, { ...save, collectionId: id })
  }
}

/** What is asked and answered below the listings. */
export async function writeComments(db: Db, { content, listings, people, now }: Town): Promise<void> {
  for (const { about, from, hoursAgo, text, replies } of content.comments) {
    const postId = knownIn(listings, about).id
    const top = newId()
    let at = now.getTime() - hours(hoursAgo)
    const write = (id: string, writer: string, said: string, answered?: { id: string; top_id: string }) => {
      const authorId = knownIn(people, writer).id
      return insertComment(db, {
        id,
        postId,
        authorId,
        answered,
        text: said,
        clientRef: null,
        at: new Date(at),
      })
    }
    await write(top, from, text)
    for (const reply of replies) {
      at += minutes(reply.minutesLater)
      await write(newId(), reply.from, reply.text, { id: top, top_id: top })
    }
  }
}

export async function writeFollows(db: Db, { follows }: Town): Promise<void> {
  for (const { person, followed, at } of follows)
    await insertFollow(db, { followerId: person.id, followeeId: followed.id }, at)
}

/** What a moderator finds waiting in the console. */
export async function writeReviews(db: Db, { content, listings, now }: Town): Promise<void> {
  for (const { listing, change, reasons, hoursAgo } of content.reviews)
    await upsertReview(db, {
      postId: knownIn(listings, listing).id,
      change,
      photoIds: [],
      reasons,
      at: new Date(now.getTime() - hours(hoursAgo)),
    })
}

import { insertCategory, slugOf } from '../marketplace/categories/public.ts'
import { ensureDefaultCollection, setFavourite } from '../marketplace/collections/public.ts'
import { insertPost, updateSale, upsertReview } from '../marketplace/posts/public.ts'
import { changeUser, insertUser, touchPeople } from '../marketplace/users/public.ts'
import { hours } from '../platform/clock.ts'
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

export async function writeListings(db: Db, { listings, now }: Town): Promise<void> {
  for (const listing of listings.values()) {
    await insertPost(db, listing.id, listing.seller.id, contentOf(listing), listing.publishedAt)
    if (listing.state) await leave(db, listing, now)
  }
}

const contentOf = (listing: PlannedListing) => ({
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
  status: listing.state ?? 'active',
  allows_offers: listing.allowsOffers ?? false,
  delivery: listing.delivery ?? 'pickup',
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
})

/** Reserves or sells a listing, half-way between its publication and now. */
async function leave(db: Db, { id, state, price, publishedAt }: PlannedListing, now: Date): Promise<void> {
  const at = new Date((publishedAt.getTime() + now.getTime()) / 2)
  const sold = {
    status: 'sold',
    soldType: 'sold_elsewhere',
    quantitySold: 1,
    buyerId: null,
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
  for (const { person, listing, at } of saves)
    await setFavourite(db, { userId: person.id, postId: listing.id, isWanted: true, at })
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

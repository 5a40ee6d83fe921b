import { hours } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'
import { canonicalEmail } from '../platform/identity/identity.ts'
import { newId } from '../platform/ids.ts'
import { insertAll } from './bulk.ts'
import { knownIn, type Save, type Town } from './plan.ts'

const minorOf = (euros: number) => Math.round(euros * 100)

const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

export async function writePeople(db: Db, town: Town, passwordHash: string): Promise<void> {
  const rows = [...town.people.values()].map((person) => ({
    id: person.id,
    role: person.role ?? 'user',
    name: person.name,
    email: person.email,
    email_canonical: canonicalEmail(person.email),
    password_hash: passwordHash,
    is_verified: true,
    bio: person.bio,
    longitude: person.home.longitude,
    latitude: person.home.latitude,
    place: person.place,
    zip_code: person.zipCode,
    timezone: town.content.town.timezone,
    created_at: person.joinedAt,
    updated_at: person.joinedAt,
  }))
  await insertAll(db, 'marketplace.users', rows)
  await insertAll(
    db,
    'marketplace.presence',
    [...town.people.values()].map(({ id, lastSeenAt }) => ({ user_id: id, seen_at: lastSeenAt })),
  )
}

export async function writeCategories(db: Db, { categories, now }: Town): Promise<void> {
  const rows = categories.map((category) => ({
    id: category.id,
    parent_id: category.parentId,
    name: category.name,
    slug: slugOf(category.name),
    icon: category.icon,
    position: category.position,
    attribute_schema: category.attributes,
    expiration_days: category.expirationDays,
    created_at: now,
    updated_at: now,
  }))
  await insertAll(db, 'marketplace.category', rows)
}

export async function writeListings(
  db: Db,
  town: Town,
  pictures: ReadonlyMap<string, string>,
  saves: readonly Save[],
): Promise<void> {
  const savesOf = Map.groupBy(saves, ({ listing }) => listing.id)
  const rows = [...town.listings.values()].map((listing) => {
    const picture = pictures.get(listing.id)
    const isSold = listing.state === 'sold'
    return {
      id: listing.id,
      author_id: listing.seller.id,
      title: listing.title,
      description: listing.description,
      price_minor: minorOf(listing.price),
      currency: 'EUR',
      category_id: listing.categoryId,
      sub_category_id: listing.leafId,
      condition: listing.condition,
      attributes: listing.attributes ?? {},
      status: listing.state ?? 'active',
      sold_type: isSold ? 'sold_elsewhere' : (listing.state ?? 'available'),
      sold_price_minor: isSold ? minorOf(listing.price) : null,
      sold_at: isSold ? new Date((listing.publishedAt.getTime() + town.now.getTime()) / 2) : null,
      allows_offers: listing.allowsOffers ?? false,
      delivery: listing.delivery ?? 'pickup',
      photo_ids: picture ? [picture] : [],
      place: listing.seller.place,
      zip_code: listing.seller.zipCode,
      longitude: listing.seller.home.longitude,
      latitude: listing.seller.home.latitude,
      public_longitude: listing.publicPlace.longitude,
      public_latitude: listing.publicPlace.latitude,
      favourite_count: savesOf.get(listing.id)?.length ?? 0,
      published_at: listing.publishedAt,
      expires_at: listing.expiresAt,
      created_at: listing.publishedAt,
      updated_at: listing.publishedAt,
    }
  })
  await insertAll(db, 'marketplace.post', rows)
}

export async function writeSaves(db: Db, { now }: Town, saves: readonly Save[]): Promise<void> {
  const collections = [...new Set(saves.map(({ person }) => person.id))].map((userId) => ({
    id: newId(),
    user_id: userId,
    name: 'All',
    is_default: true,
    created_at: now,
  }))
  await insertAll(db, 'marketplace.collection', collections)
  const rows = saves.map(({ person, listing, at }) => ({
    user_id: person.id,
    post_id: listing.id,
    price_at_save_minor: minorOf(listing.price),
    created_at: at,
  }))
  await insertAll(db, 'marketplace.favourite', rows)
}

/** What a moderator finds waiting in the console. */
export async function writeReviews(db: Db, { content, listings, now }: Town): Promise<void> {
  const rows = content.reviews.map(({ listing, change, reasons, hoursAgo }) => ({
    post_id: knownIn(listings, listing).id,
    change,
    reasons,
    submitted_at: new Date(now.getTime() - hours(hoursAgo)),
  }))
  await insertAll(db, 'marketplace.post_review', rows)
}

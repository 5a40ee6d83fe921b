import type { Db } from '../platform/db/database.ts'
import { canonicalEmail } from '../platform/identity/email.ts'
import { newId } from '../platform/ids.ts'
import { insertAll } from './bulk.ts'
import { slugOf } from './categories.ts'
import { emailOf } from './people.ts'
import { placeOf, type Town } from './plan.ts'

export const minorOf = (euros: number) => Math.round(euros * 100)

export async function writePeople(db: Db, town: Town, passwordHash: string): Promise<void> {
  const rows = [...town.people.values()].map((person) => ({
    id: person.id,
    version: 0,
    kind: 'member',
    role: person.role ?? 'user',
    status: 'active',
    name: person.name,
    email: emailOf(person.key),
    email_canonical: canonicalEmail(emailOf(person.key)),
    password_hash: passwordHash,
    is_verified: true,
    bio: person.bio,
    longitude: person.home.longitude,
    latitude: person.home.latitude,
    place: placeOf(person.quarter),
    zip_code: person.zip,
    timezone: 'Europe/Berlin',
    language: 'en',
    currency: 'EUR',
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
    version: 0,
    name: category.name,
    slug: slugOf(category.name),
    icon: category.icon,
    position: category.position,
    is_enabled: true,
    attribute_schema: category.definition.attributes,
    expiration_days: category.definition.expirationDays ?? 30,
    created_at: now,
    updated_at: now,
  }))
  await insertAll(db, 'marketplace.category', rows)
}

export async function writeListings(
  db: Db,
  town: Town,
  pictures: ReadonlyMap<string, string>,
  saves: readonly { postId: string }[],
): Promise<void> {
  const savesOf = Map.groupBy(saves, ({ postId }) => postId)
  const rows = [...town.listings.values()].map((listing) => {
    const picture = pictures.get(listing.id)
    const isSold = listing.state === 'sold'
    return {
      id: listing.id,
      version: 0,
      author_id: listing.authorId,
      title: listing.title,
      description: listing.description,
      price_minor: minorOf(listing.price),
      currency: 'EUR',
      category_id: listing.categoryId,
      sub_category_id: listing.leafId,
      condition: listing.condition,
      attributes: listing.attributes ?? {},
      quantity: 1,
      status: listing.state ?? 'active',
      sold_type: isSold ? 'sold_elsewhere' : (listing.state ?? 'available'),
      sold_price_minor: isSold ? minorOf(listing.price) : null,
      sold_at: isSold ? new Date((listing.publishedAt.getTime() + town.now.getTime()) / 2) : null,
      allows_offers: listing.allowsOffers,
      delivery: listing.delivery,
      photo_ids: picture ? [picture] : [],
      video_url: '',
      video_thumbnail: '',
      place: placeOf(listing.quarter),
      zip_code: listing.zip,
      longitude: listing.home.longitude,
      latitude: listing.home.latitude,
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

export interface Save {
  userId: string
  postId: string
  priceMinor: number
  at: Date
}

export async function writeSaves(db: Db, town: Town, saves: readonly Save[]): Promise<void> {
  const collections = [...new Set(saves.map(({ userId }) => userId))].map((userId) => ({
    id: newId(),
    user_id: userId,
    name: 'All',
    is_default: true,
    created_at: town.now,
  }))
  await insertAll(db, 'marketplace.collection', collections)
  await insertAll(
    db,
    'marketplace.favourite',
    saves.map(({ userId, postId, priceMinor, at }) => ({
      user_id: userId,
      post_id: postId,
      price_at_save_minor: priceMinor,
      created_at: at,
    })),
  )
}

import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { isVisible } from '../users/public.ts'
import { type Coordinates, earthRadiusKm } from './place.ts'
import type { CardRow } from './rows.ts'

/** Who looks, from where, and when. */
export interface View {
  viewer: string | null
  origin: Coordinates | null
  now: Date
}

/** Great-circle distance from a point to a listing's public one, by the haversine formula. */
export const distanceTo = ({ latitude, longitude }: Coordinates): RawBuilder<number> => sql<number>`
  (2 * ${earthRadiusKm}::float8 * asin(least(1, sqrt(
    power(sin(radians(p.public_latitude - ${latitude}::float8) / 2), 2)
    + cos(radians(${latitude}::float8)) * cos(radians(p.public_latitude))
      * power(sin(radians(p.public_longitude - ${longitude}::float8) / 2), 2)))))`

/** Open to buyers at this moment. Written so that the partial indexes fit. */
export const isLive = (now: Date): RawBuilder<boolean> =>
  sql<boolean>`(p.status in ('active', 'reserved') and p.expires_at > ${now})`

/** For everybody to see, open to buyers or not. */
export const isPublic = sql<boolean>`p.status in ('active', 'reserved', 'sold', 'closed')`

/** As shown: `expired` once the end has passed. */
export const shownStatus = (now: Date) => sql<string>`
  case when p.status in ('active', 'reserved') and p.expires_at <= ${now} then 'expired' else p.status end`

export const cardColumns = ({ origin, now }: View) => sql`
  p.id, p.author_id, p.title, p.price_minor, p.currency, p.condition, p.photo_ids, p.place, p.zip_code,
  p.category_id, c.name as category_name, ${shownStatus(now)} as status, p.favourite_count,
  f.user_id is not null as favourited, p.published_at, p.created_at,
  ${origin ? sql`case when u.shows_distance then ${distanceTo(origin)} end` : sql`null::float8`} as distance_km,
  u.name as seller_name, u.profile_photo_url as seller_photo_url, u.is_verified as seller_is_verified,
  u.created_at as seller_created_at`

/** What a card is made of, for listings from the table or from a subquery that has its columns. */
export const cardTables = ({ viewer }: View, posts: RawBuilder<unknown> = sql`marketplace.post`) => sql`
  ${posts} p
  join marketplace.users u on u.id = p.author_id
  join marketplace.category c on c.id = p.category_id
  left join marketplace.favourite f on f.post_id = p.id and f.user_id = ${viewer}::uuid`

export const postColumns = (view: View) => sql`${cardColumns(view)},
  p.version, p.description, p.sub_category_id, s.name as sub_category_name, p.attributes, p.quantity,
  case when p.status = 'sold' then p.quantity else p.quantity_sold end as quantity_sold, p.allows_offers,
  p.delivery, p.video_url, p.video_thumbnail, p.longitude, p.latitude, p.public_longitude, p.public_latitude,
  p.sold_type, p.buyer_id, p.sold_price_minor, p.sold_at, p.expires_at, p.updated_at,
  v.reasons as review_reasons, v.change as review_change, v.photo_ids as review_photo_ids,
  v.submitted_at as review_submitted_at, v.declined_at as review_declined_at, v.message as review_message,
  case when p.author_id <> ${view.viewer}::uuid then (
    select r.id from marketplace.chat_room r
    where r.post_id = p.id and ${view.viewer}::uuid in (r.user_lo, r.user_hi) and p.author_id in (r.user_lo, r.user_hi)
  ) end as chatroom_id`

export const postTables = (view: View) => sql`${cardTables(view)}
  left join marketplace.category s on s.id = p.sub_category_id
  left join marketplace.post_review v on v.post_id = p.id`

/** The newest listings of a person that are open to buyers. */
export async function newestCardsOf(db: Db, authorId: string, view: View, limit: number): Promise<CardRow[]> {
  const { rows } = await sql<CardRow>`
    select ${cardColumns(view)} from ${cardTables(view)}
    where p.author_id = ${authorId} and ${isLive(view.now)} and p.published_at is not null
    order by p.published_at desc, p.id desc limit ${limit}`.execute(db)
  return rows
}

export interface ProductRow {
  id: string
  author_id: string
  title: string
  price_minor: number
  currency: string
  place: string
  zip_code: string
  photo_ids: string[]
  video_url: string
  video_thumbnail: string
  is_sold: boolean
  status: string
}

const productColumns = (
  status = sql<string>`p.status`,
) => sql`p.id, p.author_id, p.title, p.price_minor, p.currency, p.place, p.zip_code, p.photo_ids,
  p.video_url, p.video_thumbnail, p.status = 'sold' as is_sold, ${status} as status`

/**
 * The listing as a person who wants to write about it may find it: public and not of anybody
 * blocked, or their own.
 */
export async function findPostForChat(
  db: Db,
  id: string,
  viewer: string,
  now: Date,
): Promise<ProductRow | undefined> {
  const { rows } = await sql<ProductRow>`
    select ${productColumns(shownStatus(now))} from marketplace.post p
    where p.id = ${id}
      and (p.status in ('active', 'reserved', 'sold') or (p.author_id = ${viewer} and p.status not in ('soft_deleted', 'deleted')))
      and ${isVisible(viewer, 'p.author_id')}`.execute(db)
  return rows[0]
}

/** The listings of some chats, whatever became of them, in one statement; a missing id has no row. */
export async function selectProductDetails(db: Db, ids: readonly string[]): Promise<ProductRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<ProductRow>`
    select ${productColumns()} from marketplace.post p where p.id = any(${[...ids]}::uuid[])`.execute(db)
  return rows
}

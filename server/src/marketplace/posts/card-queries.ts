import { type RawBuilder, sql } from 'kysely'
import { days } from '../../platform/clock.ts'
import { type Db, isOneOf } from '../../platform/db/database.ts'
import { orderedBy, plannedFor } from '../../platform/operation/order.ts'
import type { Key } from '../../platform/operation/page.ts'
import { isVisible } from '../users/public.ts'
import { type Coordinates, earthRadiusKm } from './place.ts'
import type { CardRow, ShownJson } from './rows.ts'

/** Who looks, from where, and when. */
export interface View {
  viewer: string | null
  origin: Coordinates | null
  now: Date
}

/** Great-circle distance from a point to a listing's public one, by the haversine formula; the point may be columns. */
export const distanceFrom = (
  latitude: RawBuilder<unknown>,
  longitude: RawBuilder<unknown>,
): RawBuilder<number> =>
  sql<number>`
  (2 * ${earthRadiusKm}::float8 * asin(least(1, sqrt(
    power(sin(radians(p.public_latitude - ${latitude}::float8) / 2), 2)
    + cos(radians(${latitude}::float8)) * cos(radians(p.public_latitude))
      * power(sin(radians(p.public_longitude - ${longitude}::float8) / 2), 2)))))`

/** The same from a point that is known. */
export const distanceTo = ({ latitude, longitude }: Coordinates): RawBuilder<number> =>
  distanceFrom(sql`${latitude}`, sql`${longitude}`)

/** Open to buyers at this moment. Written so that the partial indexes fit. */
export const isLive = (now: Date): RawBuilder<boolean> =>
  sql<boolean>`(p.status in ('active', 'reserved') and p.expires_at > ${now} and not p.is_away)`

/** For everybody to see, open to buyers or not; what is open is not while its author is away. */
export const isPublic = sql<boolean>`(p.status in ('active', 'reserved', 'sold', 'closed') and not p.is_away)`

/** Staff keeps it, or what is left of it, out of sight. */
export const isTakenDown = sql<boolean>`(
  p.status = 'hidden' or (p.status in ('soft_deleted', 'deleted') and p.taken_down_at is not null))`

/** For so long its author can bring back what they deleted. */
export const restorableForMs = days(30)

/** Not deleted for good, whether the rows of what was deleted long ago are purged yet or not. */
export const isKept = (now: Date): RawBuilder<boolean> => sql<boolean>`(
  p.status <> 'deleted' and (p.status <> 'soft_deleted' or p.deleted_at > ${new Date(now.getTime() - restorableForMs)}))`

/**
 * Whether somebody finds a listing by its id: its author, and everybody who may see it. Staff also read what was
 * taken out of sight, by whomever, but nobody's drafts.
 */
export const isReadableBy = ({
  viewer,
  isStaff,
  now,
}: {
  viewer: string | null
  isStaff: boolean
  now: Date
}): RawBuilder<boolean> => sql<boolean>`(
  ${isKept(now)} and (p.author_id = ${viewer}::uuid or (${isPublic} and ${isVisible(viewer, 'p.author_id')})
    or (${isStaff}::boolean and p.status <> 'draft')))`

const held = (now: Date) => sql`
  from marketplace.offer h where h.post_id = p.id and h.status = 'accepted' and h.held_until > ${now}`

/** How many pieces of the listing `p` are kept for those whose offer was accepted. */
export const unitsHeld = (now: Date): RawBuilder<number> =>
  sql<number>`(select coalesce(sum(h.quantity), 0) ${held(now)})`

/** Whether that is all that is left of it. Most listings have nothing kept: then a look into an index is all that it costs. */
const isAllHeld = (now: Date) => sql<boolean>`(
  select sum(h.quantity) >= (select q.quantity - q.quantity_sold from marketplace.post q where q.id = h.post_id)
  ${held(now)} group by h.post_id)`

/** The listings of somebody of which all is kept, as `p`: each is looked up by what is kept of it, however many others there are. */
export const allHeldOf = (authorId: string, now: Date) => sql`(
  select h.post_id, sum(h.quantity) as quantity from marketplace.offer h
  where h.seller_id = ${authorId} and h.status = 'accepted' and h.held_until > ${now} group by 1) h
  join lateral (select * from marketplace.post q where q.id = h.post_id offset 0) p on h.quantity >= p.quantity - p.quantity_sold`

const isPast = (now: Date) => sql`p.status in ('active', 'reserved') and p.expires_at <= ${now}`

/** As shown, but for what is kept for buyers. */
export const ownStatus = (now: Date) => sql<string>`
  case when ${isPast(now)} then 'expired' else p.status end`

/** As shown: `expired` once the end has passed, `reserved` as long as all of it is kept for buyers. */
export const shownStatus = (now: Date) => sql<string>`
  case when ${isPast(now)} then 'expired' when p.status = 'active' and ${isAllHeld(now)} then 'reserved' else p.status end`

/** What a card shows, the same to everybody; without the status. */
const shownColumns = sql`
  p.id, p.author_id, p.title, p.price_minor, p.currency, p.condition, p.photo_ids, p.place, p.zip_code,
  p.category_id, c.name as category_name, p.published_at,
  u.name as seller_name, u.profile_photo_url as seller_photo_url, u.is_verified as seller_is_verified,
  u.created_at as seller_created_at`

const shownTables = (posts: RawBuilder<unknown>) => sql`
  ${posts} p
  join marketplace.users u on u.id = p.author_id
  join marketplace.category c on c.id = p.category_id`

const rowColumns = sql`${shownColumns},
  p.version, p.description, p.video_url, p.video_thumbnail, p.longitude, p.latitude, p.public_longitude, p.public_latitude,
  p.sub_category_id, s.name as sub_category_name, p.attributes, p.quantity,
  case when p.status = 'sold' then p.quantity else p.quantity_sold end as quantity_sold, p.allows_offers, p.delivery,
  p.sold_type, p.buyer_id, p.sold_price_minor, p.sold_at, p.expires_at, p.created_at, p.updated_at, u.shows_distance,
  p.renews_since, p.last_bumped_at, p.repost_count, p.reposted_from, p.closed_reason, p.deleted_at, p.status_before_deletion, p.status_before,
  p.taken_down_at, v.reasons as review_reasons, v.change as review_change, v.photo_ids as review_photo_ids,
  v.submitted_at as review_submitted_at, v.declined_at as review_declined_at, v.message as review_message`

const rowTables = (posts: RawBuilder<unknown>) => sql`${shownTables(posts)}
  left join marketplace.category s on s.id = p.sub_category_id
  left join marketplace.post_review v on v.post_id = p.id`

/** A look by primary key for each row: whoever has saved thousands reads none of the others. */
const isSavedBy = (viewer: string | null) =>
  viewer === null
    ? sql<boolean>`false`
    : sql<boolean>`coalesce((select true from marketplace.favourite f where f.user_id = ${viewer}::uuid and f.post_id = p.id), false)`

const readerColumns = ({ viewer, origin, now }: View, showsDistance: RawBuilder<unknown>) => sql`
  ${shownStatus(now)} as status, p.favourite_count, ${isSavedBy(viewer)} as favourited,
  ${origin ? sql`case when ${showsDistance} then ${distanceTo(origin)} end` : sql`null::float8`} as distance_km`

/** The reader's chat with the author about the listing. */
export const chatroomId = (viewer: string | null) =>
  viewer === null
    ? sql`null::uuid as chatroom_id`
    : sql`(
        select r.id from marketplace.chat_room r
        where r.user_lo = least(p.author_id, ${viewer}::uuid) and r.user_hi = greatest(p.author_id, ${viewer}::uuid)
          and coalesce(r.post_id, '00000000-0000-0000-0000-000000000000') = p.id
      ) as chatroom_id`

/** Everything of a listing, read from its row. */
export const postColumns = (view: View) => sql`${rowColumns},
  ${readerColumns(view, sql`u.shows_distance`)}, ${chatroomId(view.viewer)}`

export const postTables = (posts: RawBuilder<unknown> = sql`marketplace.post`) => rowTables(posts)

/** What cards are made of. */
export const listingColumns = sql`${rowColumns}, p.status`
export const listingTables = rowTables(sql`marketplace.post`)

/** Whether what a card borrows is as its author and its categories have it. */
export const isBorrowedRight = sql<boolean>`not exists (
  select 1 from marketplace.post_card_source changed where changed.id in (p.author_id, p.category_id, p.leaf_category_id))`

/** The same, for lists: mostly nothing has changed, and one look tells so of all of a statement's rows. */
const isBorrowedRightOfMany = sql<boolean>`
  case when exists (select 1 from marketplace.post_card_source) then ${isBorrowedRight} else true end`

const sellerShowsDistance = sql`(select u.shows_distance from marketplace.users u where u.id = p.author_id)`

/** The reader's part of a listing beside its card. */
export const cardReaderColumns = (view: View) =>
  readerColumns(view, sql`coalesce(k.shows_distance, ${sellerShowsDistance})`)

/** What a card is made of, as JSON of the listing with the id in a column. */
const shownRow = (id: RawBuilder<unknown>) => sql`(
  select row_to_json(shown) from (
    select ${shownColumns}, p.status from ${shownTables(sql`(select * from marketplace.post one where one.id = ${id})`)}
  ) shown)`

/** @param needsRow where the row is wanted although its card is up to date */
export const cardColumns = (view: View, needsRow: RawBuilder<boolean> = sql`false`) => sql`
  ${keptCardColumns(view)}, case when k.post_id is null or ${needsRow} then ${shownRow(sql`p.id`)} end as row`

/** The same without the rows, which `completeCards` adds where they are needed. */
export const keptCardColumns = (view: View) => sql`p.id, p.title, ${cardReaderColumns(view)}, k.card`

/**
 * Adds the rows of listings whose cards are out of date. Mostly there are none: the statement that brings the cards
 * would pay for looking up what is hardly ever needed. Whatever is public no longer is left out.
 */
export async function completeCards<Row extends Omit<CardRow, 'row'>>(
  db: Db,
  cards: readonly Row[],
): Promise<(Row & Pick<CardRow, 'row'>)[]> {
  const ids = cards.filter(({ card }) => card === null).map(({ id }) => id)
  if (ids.length === 0) return cards.map((card) => Object.assign(card, { row: null }))
  const { rows } = await sql<{ id: string; row: ShownJson }>`
    select p.id, ${shownRow(sql`p.id`)} as row from marketplace.post p where ${isOneOf(sql`p.id`, ids)} and ${isPublic}`.execute(
    db,
  )
  const rowOf = new Map(rows.map(({ id, row }) => [id, row]))
  return cards
    .map((card) => Object.assign(card, { row: rowOf.get(card.id) ?? null }))
    .filter(({ card, row }) => card !== null || row !== null)
}

/** Listings from the table, or from a subquery that has its columns, with the cards that are up to date. */
export const cardTables = (posts: RawBuilder<unknown> = sql`marketplace.post`) => sql`
  ${posts} p left join marketplace.post_card k on k.post_id = p.id and not k.is_stale and ${isBorrowedRightOfMany}`

interface PublishedCard extends CardRow {
  published_at: Date
}

export const newestPublished = orderedBy<PublishedCard>(
  'desc',
  ['p.published_at', 'timestamptz', 'published_at'],
  ['p.id', 'uuid', 'id'],
)

/** The newest listings of a person that are open to buyers. */
export async function newestCardsOf(
  db: Db,
  authorId: string,
  view: View,
  limit: number,
  after?: Key,
): Promise<PublishedCard[]> {
  const { rows } = await sql<PublishedCard>`
    select ${cardColumns(view)}, p.published_at from ${cardTables()}
    where p.author_id = ${authorId} and ${isLive(view.now)} and p.published_at is not null
      and ${newestPublished.isPast(after)}
    order by ${newestPublished.by} limit ${limit}`.execute(db)
  return rows
}

/** What a person has on offer, or has sold, or both, the newest published first. */
export async function shownCardsOf(
  db: Db,
  authorId: string,
  view: View,
  { status, after, limit }: { status: 'active' | 'sold' | null; after: Key | undefined; limit: number },
): Promise<PublishedCard[]> {
  const most = plannedFor(limit)
  // Each range has an index of its own, and is entered behind the last page.
  const range = (isShown: RawBuilder<boolean>) => sql`(
    select * from marketplace.post p
    where p.author_id = ${authorId} and ${isShown} and p.published_at is not null and ${newestPublished.isPast(after)}
    order by ${newestPublished.by} limit ${most})`
  const ranges = [
    ...(status === 'sold' ? [] : [range(isLive(view.now))]),
    ...(status === 'active' ? [] : [range(sql<boolean>`p.status = 'sold'`)]),
  ]
  const { rows } = await sql<PublishedCard>`
    select ${cardColumns(view)}, p.published_at from ${cardTables(sql`(${sql.join(ranges, sql` union all `)})`)}
    order by ${newestPublished.by} limit ${limit}`.execute(db)
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
  is_public: boolean
  is_taken_down: boolean
  status: string
}

const productColumns = (
  status = sql<string>`p.status`,
) => sql`p.id, p.author_id, p.title, p.price_minor, p.currency, p.place, p.zip_code, p.photo_ids,
  p.video_url, p.video_thumbnail, p.status = 'sold' as is_sold, ${isPublic} as is_public,
  ${isTakenDown} as is_taken_down, ${status} as status`

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
      and (${isPublic} or (p.author_id = ${viewer} and p.status not in ('soft_deleted', 'deleted')))
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

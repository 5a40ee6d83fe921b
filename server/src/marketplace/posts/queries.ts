import { type RawBuilder, sql } from 'kysely'
import type { Static } from 'typebox'
import { days } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { isVisible } from '../users/public.ts'
import { type Coordinates, earthRadiusKm } from './area.ts'
import type { RiskReason, Standing } from './risk.ts'
import type { PostChange } from './shapes.ts'

export interface CardRow {
  id: string
  author_id: string
  title: string
  price_minor: number
  currency: string
  condition: string | null
  photo_ids: string[]
  place: string
  zip_code: string
  category_id: string
  category_name: string
  /** As shown: `expired` once the end has passed. */
  status: string
  favourite_count: number
  favourited: boolean
  distance_km: number | null
  published_at: Date | null
  created_at: Date
  seller_name: string
  seller_photo_url: string | null
  seller_is_verified: boolean
  seller_created_at: Date
}

export interface PostRow extends CardRow {
  version: number
  description: string
  sub_category_id: string | null
  sub_category_name: string | null
  attributes: Record<string, string | number | boolean>
  quantity: number
  quantity_sold: number
  allows_offers: boolean
  delivery: string | null
  video_url: string
  video_thumbnail: string
  longitude: number
  latitude: number
  public_longitude: number
  public_latitude: number
  sold_type: 'available' | 'reserved' | 'sold_here' | 'sold_elsewhere'
  buyer_id: string | null
  sold_price_minor: number | null
  sold_at: Date | null
  expires_at: Date | null
  last_price_drop_notice_at: Date | null
  /** The reader's chat with the author about it. */
  chatroom_id: string | null
  /** Why a moderator is to look at it, or at a change of it; null when nobody is. */
  review_reasons: RiskReason[] | null
  review_change: Static<typeof PostChange> | null
  review_photo_ids: string[] | null
  review_submitted_at: Date | null
  review_declined_at: Date | null
  review_message: string | null
  updated_at: Date
}

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

const shownStatus = (now: Date) => sql<string>`
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
  p.sold_type, p.buyer_id, p.sold_price_minor, p.sold_at, p.expires_at, p.last_price_drop_notice_at, p.updated_at,
  v.reasons as review_reasons, v.change as review_change, v.photo_ids as review_photo_ids,
  v.submitted_at as review_submitted_at, v.declined_at as review_declined_at, v.message as review_message,
  case when p.author_id <> ${view.viewer}::uuid then (
    select r.id from marketplace.chat_room r
    where r.post_id = p.id and ${view.viewer}::uuid in (r.user_lo, r.user_hi) and p.author_id in (r.user_lo, r.user_hi)
  ) end as chatroom_id`

export const postTables = (view: View) => sql`${cardTables(view)}
  left join marketplace.category s on s.id = p.sub_category_id
  left join marketplace.post_review v on v.post_id = p.id`

/**
 * The listing as its owner, or everybody who may see it, reads it. Staff also read what was taken
 * out of sight, by whomever, but nobody's drafts.
 */
export async function selectPost(
  db: Db,
  id: string,
  view: View & { isStaff: boolean },
): Promise<PostRow | undefined> {
  const { rows } = await sql<PostRow>`
    select ${postColumns(view)} from ${postTables(view)}
    where p.id = ${id} and p.status <> 'deleted' and (p.author_id = ${view.viewer}::uuid
      or (${isPublic} and ${isVisible(view.viewer, 'p.author_id')})
      or (${view.isStaff}::boolean and p.status <> 'draft'))`.execute(db)
  return rows[0]
}

/** The listing as it stands after a write by its owner or a moderator, whatever its state. */
export async function selectPostForEditor(db: Db, id: string, view: View): Promise<PostRow | undefined> {
  const { rows } = await sql<PostRow>`
    select ${postColumns(view)} from ${postTables(view)} where p.id = ${id} and p.status <> 'deleted'`.execute(
    db,
  )
  return rows[0]
}

export interface ComparableRow {
  similar_ids: string[]
  /** Of the newest listings, open or sold, of the same category, condition and currency. */
  median_minor: number | null
  sample: number
}

const mostSimilar = sql.lit(6)
const mostComparables = sql.lit(50)
/** All that is looked at, so that a large category costs no more than a small one. */
const mostKin = sql.lit(300)
const comparableDays = 180

/** What else there is of a listing's kind, and what it costs. */
export async function selectComparables(
  db: Db,
  post: PostRow,
  { viewer, now }: View,
): Promise<ComparableRow> {
  const isKin = sql`p.leaf_category_id = ${post.sub_category_id ?? post.category_id}`
  const isAlike = sql`p.id <> ${post.id} and p.condition is not distinct from ${post.condition}::text and p.currency = ${post.currency}`
  const newestFirst = sql`order by p.published_at desc, p.id desc`
  const open = sql`(
    select * from marketplace.post p where ${isKin} and p.status in ('active', 'reserved') ${newestFirst} limit ${mostKin}) p`
  const sold = sql`(
    select * from marketplace.post p
    where ${isKin} and p.status = 'sold' and p.sold_at > ${new Date(now.getTime() - days(comparableDays))}
    order by p.sold_at desc limit ${mostKin}) p`
  const { rows } = await sql<ComparableRow>`
    with price as (
      (select p.price_minor as minor from ${open} where ${isLive(now)} and ${isAlike} ${newestFirst} limit ${mostComparables})
      union all
      (select coalesce(p.sold_price_minor, p.price_minor) from ${sold} where ${isAlike} order by p.sold_at desc limit ${mostComparables})
    )
    select percentile_disc(0.5) within group (order by minor) as median_minor, count(*) as sample, array(
      select p.id from ${open}
      where p.id <> ${post.id} and ${isLive(now)} and p.author_id <> ${post.author_id} and ${isVisible(viewer, 'p.author_id')}
      ${newestFirst} limit ${mostSimilar}
    ) as similar_ids from price`.execute(db)
  return rows[0] ?? { similar_ids: [], median_minor: null, sample: 0 }
}

/** Whether the reader knew a listing that is gone now: they wrote it, saved it, or have a chat about it. */
export async function wasKnown(db: Db, id: string, viewer: string | null): Promise<boolean> {
  const { rows } = await sql`
    select 1 from marketplace.post p
    where p.id = ${id} and p.status in ('soft_deleted', 'deleted') and ${isVisible(viewer, 'p.author_id')}
      and (p.author_id = ${viewer}::uuid
        or exists (select 1 from marketplace.favourite f where f.post_id = p.id and f.user_id = ${viewer}::uuid)
        or exists (select 1 from marketplace.chat_room r where r.post_id = p.id and ${viewer}::uuid in (r.user_lo, r.user_hi)))`.execute(
    db,
  )
  return rows.length > 0
}

/** Locks a listing. Whatever is decided by it is read in a later statement, which sees what the lock waited for. */
export async function lockRow(db: Db, id: string): Promise<void> {
  await sql`select id from marketplace.post where id = ${id} for no key update`.execute(db)
}

interface Editor {
  id: string
  isStaff: boolean
}

const isOf = (editor: Editor) => sql<boolean>`
  p.status <> 'deleted' and (p.author_id = ${editor.id} or (${editor.isStaff}::boolean and p.status <> 'draft'))`

/** Whether somebody may change a listing, as its author or as staff. */
export async function isOpenToEditor(db: Db, id: string, editor: Editor): Promise<boolean> {
  const { rows } = await sql`select 1 from marketplace.post p where p.id = ${id} and ${isOf(editor)}`.execute(
    db,
  )
  return rows.length > 0
}

/** The owner's listing, or anybody's but a draft for a moderator, locked; its status is the stored one. */
export async function lockPost(db: Db, id: string, editor: Editor, now: Date): Promise<PostRow | undefined> {
  await lockRow(db, id)
  const view: View = { viewer: editor.id, origin: null, now }
  const { rows } = await sql<PostRow & { stored_status: string }>`
    select ${postColumns(view)}, p.status as stored_status from ${postTables(view)}
    where p.id = ${id} and ${isOf(editor)}`.execute(db)
  return rows[0] && { ...rows[0], status: rows[0].stored_status }
}

/** How a person stands, and their row locked, so that what counts towards their limits comes in turn. */
export async function lockPerson(db: Db, id: string): Promise<Standing> {
  const { rows } = await sql<Standing>`
    select trust_level, created_at from marketplace.users where id = ${id} for no key update`.execute(db)
  const [person] = rows
  if (!person) throw new Error(`there is no person ${id}`)
  return person
}

/** What a person published since then, or would have if a moderator had not to look first. */
export async function countPublishedSince(db: Db, authorId: string, since: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from marketplace.post where author_id = ${authorId} and published_at > ${since})
      + (select count(*) from marketplace.post where author_id = ${authorId} and status in ('pending_review', 'rejected')
        and updated_at > ${since}) as count`.execute(db)
  return rows[0]?.count ?? 0
}

const numbersIn = (title: RawBuilder<unknown>) => sql`btrim(regexp_replace(${title}, '\\D+', ' ', 'g'))`

/**
 * The author's live listing of the last 7 days that has nearly the same title, and the same price or
 * a picture in common. Numbers tell the things of a series apart.
 */
export async function findTwin(
  db: Db,
  post: Pick<PostContent, 'title' | 'price_minor' | 'currency' | 'photo_ids'> & {
    id: string
    authorId: string
  },
  now: Date,
): Promise<string | undefined> {
  const title = sql`${post.title}::text`
  const { rows } = await sql<{ id: string }>`
    select p.id from marketplace.post p
    where p.author_id = ${post.authorId} and p.published_at > ${new Date(now.getTime() - days(7))} and p.id <> ${post.id} and ${isLive(now)}
      and public.similarity(p.title, ${title}) >= 0.8 and ${numbersIn(sql`p.title`)} = ${numbersIn(title)}
      and ((p.price_minor = ${post.price_minor} and p.currency = ${post.currency}) or exists (
        select 1 from platform.upload theirs join platform.upload mine on mine.id = theirs.id or mine.sha256 = theirs.sha256
        where theirs.id = any(p.photo_ids) and mine.id = any(${post.photo_ids}::uuid[])))
    limit 1`.execute(db)
  return rows[0]?.id
}

/** The columns that people write, as `add` and `update` leave them. */
export interface PostContent {
  title: string
  description: string
  price_minor: number
  currency: string
  category_id: string
  sub_category_id: string | null
  condition: string | null
  attributes: Record<string, string | number | boolean>
  quantity: number
  quantity_sold: number
  status: string
  allows_offers: boolean
  delivery: string | null
  photo_ids: string[]
  video_url: string
  video_thumbnail: string
  place: string
  zip_code: string
  longitude: number
  latitude: number
  public_longitude: number
  public_latitude: number
  published_at: Date | null
  expires_at: Date | null
}

export async function insertPost(db: Db, id: string, authorId: string, post: PostContent, now: Date) {
  await sql`
    insert into marketplace.post (id, author_id, title, description, price_minor, currency, category_id, sub_category_id,
      condition, attributes, quantity, status, allows_offers, delivery, photo_ids, video_url, video_thumbnail, place, zip_code,
      longitude, latitude, public_longitude, public_latitude, published_at, expires_at, created_at, updated_at)
    values (${id}, ${authorId}, ${post.title}, ${post.description}, ${post.price_minor}, ${post.currency}, ${post.category_id},
      ${post.sub_category_id}, ${post.condition}, ${JSON.stringify(post.attributes)}::jsonb, ${post.quantity}, ${post.status},
      ${post.allows_offers}, ${post.delivery}, ${post.photo_ids}::uuid[], ${post.video_url}, ${post.video_thumbnail}, ${post.place},
      ${post.zip_code}, ${post.longitude}, ${post.latitude}, ${post.public_longitude}, ${post.public_latitude},
      ${post.published_at}, ${post.expires_at}, ${now}, ${now})`.execute(db)
}

export async function updatePostContent(db: Db, id: string, post: PostContent, now: Date): Promise<void> {
  await sql`
    update marketplace.post set title = ${post.title}, description = ${post.description}, price_minor = ${post.price_minor},
      currency = ${post.currency}, category_id = ${post.category_id}, sub_category_id = ${post.sub_category_id},
      condition = ${post.condition}, attributes = ${JSON.stringify(post.attributes)}::jsonb, quantity = ${post.quantity},
      status = ${post.status}, allows_offers = ${post.allows_offers}, delivery = ${post.delivery},
      photo_ids = ${post.photo_ids}::uuid[], video_url = ${post.video_url}, video_thumbnail = ${post.video_thumbnail},
      place = ${post.place}, zip_code = ${post.zip_code}, longitude = ${post.longitude}, latitude = ${post.latitude},
      public_longitude = ${post.public_longitude}, public_latitude = ${post.public_latitude},
      published_at = ${post.published_at}, expires_at = ${post.expires_at}, version = version + 1, updated_at = ${now}
    where id = ${id}`.execute(db)
}

/** What decides whether news of a listing still hold. */
export interface ToldPost {
  id: string
  author_id: string
  photo_ids: string[]
  price_minor: number
  currency: string
  status: string
  is_live: boolean
  sold_at: Date | null
  buyer_id: string | null
}

/** A listing that stays as it is while people are told of it. */
export async function lockToldPost(db: Db, id: string, now: Date): Promise<ToldPost | undefined> {
  const { rows } = await sql<ToldPost>`
    select p.id, p.author_id, p.photo_ids, p.price_minor, p.currency, p.status, ${isLive(now)} as is_live, p.sold_at, p.buyer_id
    from marketplace.post p where p.id = ${id} for share`.execute(db)
  return rows[0]
}

export async function markPriceDropTold(db: Db, id: string, now: Date): Promise<void> {
  await sql`update marketplace.post set last_price_drop_notice_at = ${now} where id = ${id}`.execute(db)
}

export interface Sale {
  status: 'active' | 'reserved' | 'sold'
  soldType: PostRow['sold_type']
  quantitySold: number
  /** Of the last sale, as are the price and the time. */
  buyerId: string | null
  soldPriceMinor: number | null
  soldAt: Date | null
}

export async function updateSale(db: Db, id: string, sale: Sale, now: Date): Promise<void> {
  await sql`
    update marketplace.post set status = ${sale.status}, sold_type = ${sale.soldType}, quantity_sold = ${sale.quantitySold},
      buyer_id = ${sale.buyerId}, sold_price_minor = ${sale.soldPriceMinor}, sold_at = ${sale.soldAt},
      version = version + 1, updated_at = ${now}
    where id = ${id}`.execute(db)
}

/** The chats about a listing, each with its two people. */
export async function selectRoomsAbout(db: Db, postId: string): Promise<{ id: string; people: string[] }[]> {
  const { rows } = await sql<{ id: string; people: string[] }>`
    select id, array[user_lo, user_hi] as people from marketplace.chat_room where post_id = ${postId} order by id`.execute(
    db,
  )
  return rows
}

/** Whether two people have a chat about a listing. */
export async function haveChat(db: Db, postId: string, a: string, b: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from marketplace.chat_room r
    where r.post_id = ${postId} and r.user_lo = least(${a}::uuid, ${b}::uuid) and r.user_hi = greatest(${a}::uuid, ${b}::uuid)`.execute(
    db,
  )
  return rows.length > 0
}

/** The last row of the page before. */
export type After = { at: string; id: string } | null

const matchesOwn = (q: string | null) => {
  const pattern = q === null ? null : `%${q.replace(/[\\%_]/g, '\\$&')}%`
  return sql<boolean>`(${pattern}::text is null or p.title ilike ${pattern}::text)`
}

/** A person's own listings in every state but for good deleted, newest first. */
export async function selectOwnPosts(
  db: Db,
  view: View & { viewer: string },
  page: { statuses: string[] | null; q: string | null; after: After; limit: number },
): Promise<PostRow[]> {
  const { after } = page
  const { rows } = await sql<PostRow>`
    select ${postColumns(view)} from ${postTables(view)}
    where p.author_id = ${view.viewer} and p.status <> 'deleted' and ${matchesOwn(page.q)}
      and (${page.statuses}::text[] is null or ${shownStatus(view.now)} = any(${page.statuses}::text[]))
      and (${after?.at ?? null}::timestamptz is null
        or (p.created_at, p.id) < (${after?.at ?? null}::timestamptz, ${after?.id ?? null}::uuid))
    order by p.created_at desc, p.id desc limit ${page.limit}`.execute(db)
  return rows
}

export async function countOwnPosts(
  db: Db,
  authorId: string,
  q: string | null,
  now: Date,
): Promise<{ status: string; count: number }[]> {
  const { rows } = await sql<{ status: string; count: number }>`
    select ${shownStatus(now)} as status, count(*) as count from marketplace.post p
    where p.author_id = ${authorId} and p.status <> 'deleted' and ${matchesOwn(q)} group by 1`.execute(db)
  return rows
}

/** The newest listings of a person that are open to buyers. */
export async function newestCardsOf(db: Db, authorId: string, view: View, limit: number): Promise<CardRow[]> {
  const { rows } = await sql<CardRow>`
    select ${cardColumns(view)} from ${cardTables(view)}
    where p.author_id = ${authorId} and ${isLive(view.now)} and p.published_at is not null
    order by p.published_at desc, p.id desc limit ${limit}`.execute(db)
  return rows
}

/** How many of a person's listings are open to buyers, and how many were sold. */
export async function countShownPosts(
  db: Db,
  authorId: string,
  now: Date,
): Promise<{ active: number; sold: number }> {
  const { rows } = await sql<{ active: number; sold: number }>`
    select count(*) filter (where ${isLive(now)}) as active, count(*) filter (where p.status = 'sold') as sold
    from marketplace.post p where p.author_id = ${authorId}`.execute(db)
  return rows[0] ?? { active: 0, sold: 0 }
}

/** Live listings by the most specific category each is filed under, or that is merged into another one. */
export async function countLivePosts(db: Db, now: Date): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; count: number }>`
    select coalesce(c.merged_into, c.id) as id, sum(filed.count)::bigint as count
    from (select p.leaf_category_id as id, count(*) as count from marketplace.post p where ${isLive(now)} group by 1) filed
    join marketplace.category c on c.id = filed.id group by 1`.execute(db)
  return new Map(rows.map((row) => [row.id, row.count]))
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

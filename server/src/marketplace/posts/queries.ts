import { type RawBuilder, sql } from 'kysely'
import { days } from '../../platform/clock.ts'
import { type Db, isOneOf } from '../../platform/db/database.ts'
import { orderedBy, plannedFor } from '../../platform/operation/order.ts'
import type { Key } from '../../platform/operation/page.ts'
import {
  allHeldOf,
  isKept,
  isLive,
  ownStatus,
  postColumns,
  postTables,
  shownStatus,
  type View,
} from './card-queries.ts'
import type { KeptCard } from './kept-card-queries.ts'
import type { PostContent, PostRow } from './rows.ts'
import type { PostStatus } from './statuses.ts'

/** The listing as it stands after a write by its owner or a moderator, whatever its state. */
export async function selectPostForEditor(db: Db, id: string, view: View): Promise<PostRow | undefined> {
  const { rows } = await sql<PostRow>`
    select ${postColumns(view)} from ${postTables()} where p.id = ${id} and p.status <> 'deleted'`.execute(db)
  return rows[0]
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
  const { rows } = await sql<PostRow & { stored_status: PostStatus }>`
    select ${postColumns(view)}, p.status as stored_status from ${postTables()}
    where p.id = ${id} and ${isOf(editor)}`.execute(db)
  return rows[0] && { ...rows[0], status: rows[0].stored_status }
}

const numbersIn = (title: RawBuilder<unknown>) => sql`btrim(regexp_replace(${title}, '\\D+', ' ', 'g'))`

/** What else somebody offers who is about to publish. */
export interface Offered {
  /** Of a day: published, or it would be if a moderator had not to look first. */
  today: number
  /** Open to buyers. */
  live: number
  /**
   * Live ones of the last 7 days that have nearly the title of the new one, newest first. Numbers tell the things of a
   * series apart. Null when nobody asked.
   */
  alike: { id: string; price_minor: number; currency: string }[] | null
}

/** @param title of what is to be published; null when it may be there twice */
export async function selectOffered(
  db: Db,
  { id, authorId, title }: { id: string; authorId: string; title: string | null },
  now: Date,
): Promise<Offered> {
  const own = sql`from marketplace.post p where p.author_id = ${authorId}`
  const since = (ms: number) => new Date(now.getTime() - ms)
  const said = sql`${title}::text`
  const isAlike = sql`p.published_at > ${since(days(7))} and p.id <> ${id} and ${isLive(now)}
    and public.similarity(p.title, ${said}) >= 0.8 and ${numbersIn(sql`p.title`)} = ${numbersIn(said)}`
  const alike = sql`(select jsonb_agg(jsonb_build_object('id', p.id, 'price_minor', p.price_minor, 'currency', p.currency)
    order by p.published_at desc, p.id desc)
    ${own} and ${isAlike})`
  const { rows } = await sql<Offered>`
    select (select count(*) ${own} and p.published_at > ${since(days(1))})
      + (select count(*) ${own} and p.status in ('pending_review', 'rejected') and p.updated_at > ${since(days(1))}) as today,
      (select count(*) ${own} and ${isLive(now)}) as live,
      ${title === null ? sql`null` : alike} as alike`.execute(db)
  return rows[0] ?? { today: 0, live: 0, alike: null }
}

/** The first of some listings that has a picture in common with some uploads. */
export async function findWithPictures(
  db: Db,
  ids: readonly string[],
  photoIds: readonly string[],
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select p.id from marketplace.post p
    where p.id = any(${[...ids]}::uuid[]) and exists (
      select 1 from platform.upload theirs join platform.upload mine on mine.id = theirs.id or mine.sha256 = theirs.sha256
      where theirs.id = any(p.photo_ids) and mine.id = any(${[...photoIds]}::uuid[]))
    order by array_position(${[...ids]}::uuid[], p.id) limit 1`.execute(db)
  return rows[0]?.id
}

/** Writes a listing, and its card with it where that is made already; else the card waits for whoever makes it. */
export async function insertPost(
  db: Db,
  id: string,
  authorId: string,
  post: PostContent,
  now: Date,
  made?: KeptCard,
): Promise<void> {
  const listing = sql`
    insert into marketplace.post (id, author_id, title, description, price_minor, currency, category_id, sub_category_id,
      condition, attributes, quantity, status, allows_offers, delivery, photo_ids, video_url, video_thumbnail, place, zip_code,
      longitude, latitude, public_longitude, public_latitude, published_at, expires_at, renews_since, created_at, updated_at)
    values (${id}, ${authorId}, ${post.title}, ${post.description}, ${post.price_minor}, ${post.currency}, ${post.category_id},
      ${post.sub_category_id}, ${post.condition}, ${JSON.stringify(post.attributes)}::jsonb, ${post.quantity}, ${post.status},
      ${post.allows_offers}, ${post.delivery}, ${post.photo_ids}::uuid[], ${post.video_url}, ${post.video_thumbnail}, ${post.place},
      ${post.zip_code}, ${post.longitude}, ${post.latitude}, ${post.public_longitude}, ${post.public_latitude},
      ${post.published_at}, ${post.expires_at}, ${post.renews_since}, ${now}, ${now})`
  await (made
    ? sql`
        with listing as (${listing})
        insert into marketplace.post_card (post_id, card, rest, shows_distance, is_stale)
        values (${made.id}, ${made.card}, ${made.rest}, ${made.shows_distance}, false)`
    : listing
  ).execute(db)
}

/** In another currency the price of the last sale says nothing any more. */
export async function updatePostContent(db: Db, id: string, post: PostContent, now: Date): Promise<void> {
  await sql`
    update marketplace.post set title = ${post.title}, description = ${post.description}, price_minor = ${post.price_minor},
      currency = ${post.currency}, sold_price_minor = case when currency = ${post.currency} then sold_price_minor end,
      category_id = ${post.category_id}, sub_category_id = ${post.sub_category_id}, condition = ${post.condition},
      attributes = ${JSON.stringify(post.attributes)}::jsonb, quantity = ${post.quantity},
      status = ${post.status}, allows_offers = ${post.allows_offers}, delivery = ${post.delivery},
      photo_ids = ${post.photo_ids}::uuid[], video_url = ${post.video_url}, video_thumbnail = ${post.video_thumbnail},
      place = ${post.place}, zip_code = ${post.zip_code}, longitude = ${post.longitude}, latitude = ${post.latitude},
      public_longitude = ${post.public_longitude}, public_latitude = ${post.public_latitude},
      published_at = ${post.published_at}, expires_at = ${post.expires_at}, renews_since = ${post.renews_since},
      version = version + 1, updated_at = ${now}
    where id = ${id}`.execute(db)
}

/**
 * Files the next listings of a category as it stands now: under the one above it and under it, or,
 * when it was merged, under the one that it went into, which is held. @returns how many there were.
 */
export async function refilePosts(
  db: Db,
  { id, heldId }: { id: string; heldId: string },
  most: number,
  now: Date,
): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    with place as materialized (
      select coalesce(parent_id, id) as category_id, case when parent_id is not null then id end as sub_category_id
      from marketplace.category where id = ${heldId}
    ), next as materialized (
      select p.id, p.category_id from marketplace.post p, place
      where (p.sub_category_id = ${id} and (p.category_id <> place.category_id or p.sub_category_id is distinct from place.sub_category_id))
        or (p.category_id = ${id} and p.sub_category_id is null and ${heldId}::uuid <> ${id}::uuid)
      limit ${most} for no key update of p
    )
    , moved as (
      update marketplace.post p set version = version + 1, updated_at = ${now},
        category_id = case when p.sub_category_id is null then ${heldId}::uuid else place.category_id end,
        sub_category_id = case when p.sub_category_id is not null then place.sub_category_id end
      from next, place where p.id = next.id returning p.id, p.category_id
    ), measured as (
      update marketplace.post_baseline b set told = b.told || jsonb_build_object('category_id', moved.category_id)
      from next join moved using (id) where b.post_id = next.id and b.told->>'category_id' = next.category_id::text
    )
    select id from moved`.execute(db)
  return rows.length
}

/** What decides whether news of a listing still hold. */
export interface ToldPost {
  id: string
  title: string
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
    select p.id, p.title, p.author_id, p.photo_ids, p.price_minor, p.currency, p.status, ${isLive(now)} as is_live, p.sold_at, p.buyer_id
    from marketplace.post p where p.id = ${id} for share`.execute(db)
  return rows[0]
}

/** Notes that people are told now of a listing. @returns false when it is not open to buyers, or they were told within a day. */
async function markTold(db: Db, id: string, column: string, now: Date, more: RawBuilder<unknown>) {
  const told = sql.ref(`p.${column}`)
  const { rows } = await sql`
    update marketplace.post p set ${sql.ref(column)} = ${now}${more}
    where p.id = ${id} and ${isLive(now)} and (${told} is null or ${told} <= ${new Date(now.getTime() - days(1))})
    returning p.id`.execute(db)
  return rows.length > 0
}

/** Notes that people are told now of a drop of the price, once within a day. @returns whether they are. */
export const markPriceDropTold = (db: Db, id: string, priceMinor: number, now: Date): Promise<boolean> =>
  markTold(db, id, 'last_price_drop_notice_at', now, sql`, last_price_drop_minor = ${priceMinor}`)

/** Notes that people are told now that a listing is to be had again, once within a day. @returns whether they are. */
export const markBackAvailableTold = (db: Db, id: string, now: Date): Promise<boolean> =>
  markTold(db, id, 'last_back_available_notice_at', now, sql``)

/** The price of which people were told last. */
export async function selectToldPrice(db: Db, id: string): Promise<number | null> {
  const { rows } = await sql<{ minor: number | null }>`
    select last_price_drop_minor as minor from marketplace.post where id = ${id}`.execute(db)
  return rows[0]?.minor ?? null
}

export async function markFavouriteTold(db: Db, id: string, now: Date): Promise<void> {
  await sql`update marketplace.post set last_favourite_notice_at = ${now} where id = ${id}`.execute(db)
}

/** Moves the count of those who saved a listing; saving one's own does not count. @returns the new count. */
export async function addToFavouriteCount(
  db: Db,
  id: string,
  { userId, step }: { userId: string; step: number },
): Promise<number> {
  const { rows } = await sql<{ favourite_count: number }>`
    update marketplace.post set favourite_count = favourite_count + case when author_id = ${userId} then 0 else ${step}::int end
    where id = ${id} returning favourite_count`.execute(db)
  return rows[0]?.favourite_count ?? 0
}

/** Locks several listings, in one order, so that nobody who does the same at once waits in a circle. */
export async function lockRows(db: Db, ids: readonly string[]): Promise<void> {
  await sql`
    select p.id from marketplace.post p where ${isOneOf(sql`p.id`, ids)} order by p.id for no key update`.execute(
    db,
  )
}

/** Takes a person out of the counts of several listings that they saved. The listings are locked. */
export async function leaveFavouriteCounts(db: Db, ids: readonly string[], userId: string): Promise<void> {
  await sql`
    update marketplace.post p set favourite_count = favourite_count - 1
    where ${isOneOf(sql`p.id`, ids)} and p.author_id <> ${userId}`.execute(db)
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

/** What a listing says of its sale. */
export async function findSale(
  db: Db,
  id: string,
): Promise<Pick<PostRow, 'id' | 'status' | 'sold_at'> | undefined> {
  const { rows } = await sql<Pick<PostRow, 'id' | 'status' | 'sold_at'>>`
    select id, status, sold_at from marketplace.post where id = ${id}`.execute(db)
  return rows[0]
}

/** So many are sold, or taken, of a locked listing that is not open to buyers: nothing else of it changes. */
export async function updateQuantitySold(db: Db, id: string, quantitySold: number, now: Date): Promise<void> {
  await sql`
    update marketplace.post set quantity_sold = least(${quantitySold}, quantity), version = version + 1, updated_at = ${now}
    where id = ${id}`.execute(db)
}

const matchesOwn = (q: string | null) =>
  q === null ? sql`true` : sql`p.title ilike ${`%${q.replace(/[\\%_]/g, '\\$&')}%`}::text`

/** The newest written first. */
export const newestWritten = orderedBy<PostRow>(
  'desc',
  ['p.created_at', 'timestamptz', 'created_at'],
  ['p.id', 'uuid', 'id'],
)

/** A person's own listings in every state but for good deleted, newest first. */
export async function selectOwnPosts(
  db: Db,
  view: View & { viewer: string },
  page: {
    statuses: string[] | null
    q: string | null
    after: Key | undefined
    limit: number
  },
): Promise<PostRow[]> {
  const isOfStatus = page.statuses ? sql`${shownStatus(view.now)} = any(${page.statuses}::text[])` : sql`true`
  const onPage = sql`(
    select * from marketplace.post p
    where p.author_id = ${view.viewer} and ${isKept(view.now)} and ${matchesOwn(page.q)} and ${isOfStatus}
      and ${newestWritten.isPast(page.after)}
    order by ${newestWritten.by} limit ${plannedFor(page.limit)})`
  const { rows } = await sql<PostRow>`
    select ${postColumns(view)} from ${postTables(onPage)}
    order by ${newestWritten.by} limit ${page.limit}`.execute(db)
  return rows
}

export async function countOwnPosts(
  db: Db,
  authorId: string,
  q: string | null,
  now: Date,
): Promise<{ status: string; count: number }[]> {
  const isMeant = sql`p.author_id = ${authorId} and ${isKept(now)} and ${matchesOwn(q)}`
  // The few that are kept for buyers are counted by themselves, so that the many need no more than an index.
  const { rows } = await sql<{ status: string; count: number }>`
    with held as (
      select count(*) as count from ${allHeldOf(authorId, now)} where ${ownStatus(now)} = 'active' and ${isMeant}
    )
    select status, sum(count)::bigint as count from (
      select ${ownStatus(now)} as status, count(*) as count from marketplace.post p where ${isMeant} group by 1
      union all select 'active', -count from held
      union all select 'reserved', count from held) counted
    group by 1 having sum(count) > 0`.execute(db)
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

import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { orderedBy, plannedFor } from '../../platform/operation/order.ts'
import type { Key } from '../../platform/operation/page.ts'
import {
  addToFavouriteCount,
  type CardRow,
  cardColumns,
  cardTables,
  isLive,
  isPublic,
  lockRow,
  type View,
} from '../posts/public.ts'
import { isUnblocked, isVisible } from '../users/public.ts'

/** A saved price means nothing in another currency, so it starts anew. */
export async function restartSavedPrices(db: Db, id: string, priceMinor: number): Promise<void> {
  await sql`update marketplace.favourite set price_at_save_minor = ${priceMinor} where post_id = ${id}`.execute(
    db,
  )
}

interface FavouriteState {
  author_id: string
  title: string
  photo_ids: string[]
  last_favourite_notice_at: Date | null
  is_saved: boolean
  is_visible: boolean
}

/** The listing that somebody saves or lets go, locked so that its count stays exact. */
export async function lockForFavourite(
  db: Db,
  id: string,
  userId: string,
): Promise<FavouriteState | undefined> {
  await lockRow(db, id)
  const { rows } = await sql<FavouriteState>`
    select p.author_id, p.title, p.photo_ids, p.last_favourite_notice_at,
      exists (select 1 from marketplace.favourite f where f.post_id = p.id and f.user_id = ${userId}) as is_saved,
      (p.author_id = ${userId} or ${isPublic}) and p.status <> 'deleted'
        and ${isVisible(userId, 'p.author_id')} as is_visible
    from marketplace.post p where p.id = ${id}`.execute(db)
  return rows[0]
}

/** The next of those who saved a listing and may hear of it. */
export async function selectFavouriters(
  db: Db,
  post: { id: string; author_id: string },
  { after, limit }: { after: string | null; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select f.user_id from marketplace.favourite f
    where f.post_id = ${post.id} and (${after}::uuid is null or f.user_id > ${after}::uuid)
      and f.user_id <> ${post.author_id} and ${isUnblocked(post.author_id, 'f.user_id')}
    order by f.user_id limit ${limit}`.execute(db)
  return rows.map((row) => row.user_id)
}

/** How many listings a person saved, as a subquery. */
export const favouritesOf = (userId: string): RawBuilder<number> =>
  sql<number>`select count(*) from marketplace.favourite where user_id = ${userId}`

export async function countFavourites(db: Db, userId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select (${favouritesOf(userId)}) as count`.execute(db)
  return rows[0]?.count ?? 0
}

/** Brings a saved state to what is wanted and the listing's count with it; saving one's own does not count. */
export async function setFavourite(
  db: Db,
  { userId, postId, isWanted, at }: { userId: string; postId: string; isWanted: boolean; at: Date },
): Promise<{ isChanged: boolean; count: number }> {
  const changed = isWanted
    ? await sql`
        insert into marketplace.favourite (user_id, post_id, price_at_save_minor, created_at)
        select ${userId}, id, price_minor, ${at} from marketplace.post where id = ${postId}
        on conflict do nothing returning post_id`.execute(db)
    : await sql`
        delete from marketplace.favourite where user_id = ${userId} and post_id = ${postId} returning post_id`.execute(
        db,
      )
  const step = changed.rows.length * (isWanted ? 1 : -1)
  return { isChanged: step !== 0, count: await addToFavouriteCount(db, postId, { userId, step }) }
}

export interface FavouriteRow extends CardRow {
  price_minor: number
  currency: string
  price_at_save_minor: number
  /** Of a named collection: when it was put there. */
  favourited_at: Date
  is_live: boolean
  /** Then it comes with its row. */
  is_removed: boolean
}

/** The latest saved first. */
export const lastSaved = orderedBy<FavouriteRow>(
  'desc',
  ['f.created_at', 'timestamptz', 'favourited_at'],
  ['f.post_id', 'uuid', 'id'],
)

/** Whose saved listings are read, and which of them; null are all. */
interface Saved {
  ownerId: string
  collectionId: string | null
}

const savedListings = ({ ownerId, collectionId }: Saved, after: Key | undefined) =>
  collectionId === null
    ? sql`
        select * from marketplace.favourite f where f.user_id = ${ownerId} and ${lastSaved.isPast(after)}
        order by ${lastSaved.by} offset 0`
    : sql`
        select f.post_id, f.created_at, s.price_at_save_minor
        from marketplace.collection_item f join marketplace.favourite s on s.user_id = f.user_id and s.post_id = f.post_id
        where f.collection_id = ${collectionId} and ${lastSaved.isPast(after)} order by ${lastSaved.by} offset 0`

/** What somebody saved, as they see it themselves, or as others do, who find nothing of what is gone. */
export async function selectFavourites(
  db: Db,
  view: View,
  page: Saved & { state: 'live' | 'ended' | null; after: Key | undefined; limit: number },
): Promise<FavouriteRow[]> {
  const isOwn = view.viewer === page.ownerId
  const isRemoved = isOwn
    ? sql<boolean>`(not ${isPublic} and (p.author_id <> ${page.ownerId} or p.status = 'deleted'))`
    : sql<boolean>`false`
  // Each `offset 0` keeps the planner to the order of the index: it cannot know that somebody has saved thousands.
  const onPage = sql`(
    select p.*, f.created_at as favourited_at, f.price_at_save_minor from (${savedListings(page, page.after)}) f
    cross join lateral (select * from marketplace.post p where p.id = f.post_id offset 0) p
    where ${isVisible(view.viewer, 'p.author_id')} and ${isOwn ? sql`true` : isPublic}
      and (${page.state}::text is null or ${isLive(view.now)} = (${page.state}::text = 'live'))
    order by ${lastSaved.by} limit ${plannedFor(page.limit)})`
  const { rows } = await sql<FavouriteRow>`
    select ${cardColumns(view, isRemoved)}, p.price_minor, p.currency, p.price_at_save_minor, p.favourited_at,
      ${isLive(view.now)} as is_live, ${isRemoved} as is_removed
    from ${cardTables(onPage)} order by p.favourited_at desc, p.id desc`.execute(db)
  return rows
}

/** Some of what a person saved. */
export async function selectSavedPosts(db: Db, userId: string, most: number): Promise<string[]> {
  const { rows } = await sql<{ post_id: string }>`
    select post_id from marketplace.favourite where user_id = ${userId} order by post_id limit ${most}`.execute(
    db,
  )
  return rows.map((row) => row.post_id)
}

/** @returns those that the person had saved. */
export async function deleteFavourites(
  db: Db,
  userId: string,
  postIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ post_id: string }>`
    delete from marketplace.favourite where user_id = ${userId} and post_id = any(${[...postIds]}::uuid[])
    returning post_id`.execute(db)
  return rows.map((row) => row.post_id)
}

export async function selectSavedOf(db: Db, userId: string): Promise<string[]> {
  const { rows } = await sql<{ post_id: string }>`
    select post_id from marketplace.favourite where user_id = ${userId}`.execute(db)
  return rows.map((row) => row.post_id)
}

/** Lets go of everything that somebody saved, their collections included. @returns the listings. */
export async function deleteSavedOf(db: Db, userId: string): Promise<string[]> {
  const { rows } = await sql<{ post_id: string }>`
    delete from marketplace.favourite where user_id = ${userId} returning post_id`.execute(db)
  await sql`delete from marketplace.collection where user_id = ${userId}`.execute(db)
  return rows.map((row) => row.post_id)
}

import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { type Order, orderedBy, plannedFor } from '../../platform/operation/order.ts'
import type { Key } from '../../platform/operation/page.ts'
import { type CardRow, cardColumns, cardTables, isLive, type View } from '../posts/public.ts'
import { isVisible, isVisibleOfMany } from '../users/public.ts'
import type { Cadence, SavedQuery } from './saved-query.ts'

/** So many new ones are counted of each search. */
export const mostCounted = 10
/** Among the newest so many that it found; what has ended since is passed over. */
const mostPassed = 30

export interface SavedSearchRow {
  id: string
  user_id: string
  version: number
  name: string
  query: SavedQuery
  cadence: Cadence
  seen_at: Date
  digest_due_at: Date | null
  created_at: Date
  updated_at: Date
  new_count: number
}

const newestFirst: Order<SavedSearchRow> = orderedBy(
  'desc',
  ['s.created_at', 'timestamptz', 'created_at'],
  ['s.id', 'uuid', 'id'],
)
export const { keyOf } = newestFirst

const newCount = (viewer: string, now: Date): RawBuilder<number> => sql<number>`(
  select count(*)::int from (
    select from (
      select f.post_id from marketplace.saved_search_find f
      where f.saved_search_id = s.id and f.found_at > s.seen_at
      order by f.found_at desc, f.post_id desc limit ${sql.lit(mostPassed)}
    ) f join marketplace.post p on p.id = f.post_id
    where ${isLive(now)} and ${isVisibleOfMany(viewer, 'p.author_id')} limit ${sql.lit(mostCounted)}
  ) few) as new_count`

const columns = (viewer: string, now: Date) => sql`
  s.id, s.user_id, s.version, s.name, s.query, s.cadence, s.seen_at, s.digest_due_at, s.created_at, s.updated_at,
  ${newCount(viewer, now)}`

interface Own {
  userId: string
  now: Date
}

export async function selectSavedSearches(
  db: Db,
  { userId, now }: Own,
  { after, limit }: { after: Key | undefined; limit: number },
): Promise<SavedSearchRow[]> {
  const { rows } = await sql<SavedSearchRow>`
    select ${columns(userId, now)} from (
      select * from marketplace.saved_search s
      where s.user_id = ${userId} and ${newestFirst.isPast(after)}
      order by ${newestFirst.by} limit ${plannedFor(limit)}
    ) s order by ${newestFirst.by} limit ${limit}`.execute(db)
  return rows
}

export async function findSavedSearch(
  db: Db,
  id: string,
  { userId, now }: Own,
): Promise<SavedSearchRow | undefined> {
  const { rows } = await sql<SavedSearchRow>`
    select ${columns(userId, now)} from marketplace.saved_search s where s.id = ${id} and s.user_id = ${userId}`.execute(
    db,
  )
  return rows[0]
}

/** The same, locked for as long as it is changed. */
export async function lockSavedSearch(db: Db, id: string, own: Own): Promise<SavedSearchRow | undefined> {
  await sql`select from marketplace.saved_search where id = ${id} and user_id = ${own.userId} for update`.execute(
    db,
  )
  return findSavedSearch(db, id, own)
}

/** How many somebody has, and whether one of these asks for the same. */
export async function countSavedSearches(
  db: Db,
  userId: string,
  query: SavedQuery,
): Promise<{ count: number; twin: string | null }> {
  const { rows } = await sql<{ count: number; twin: string | null }>`
    select count(*)::int as count, (array_agg(id) filter (where query = ${JSON.stringify(query)}::jsonb))[1] as twin
    from marketplace.saved_search where user_id = ${userId}`.execute(db)
  return rows[0] ?? { count: 0, twin: null }
}

/** How many somebody has. */
export async function countKept(db: Db, userId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from marketplace.saved_search where user_id = ${userId}`.execute(db)
  return rows[0]?.count ?? 0
}

export interface NewSavedSearch {
  id: string
  userId: string
  name: string
  query: SavedQuery
  words: string | null
  cadence: Cadence
  at: Date
}

export async function insertSavedSearch(db: Db, search: NewSavedSearch): Promise<void> {
  const { id, userId, name, query, words, cadence, at } = search
  await sql`
    insert into marketplace.saved_search (id, user_id, name, query, words, cadence, seen_at, created_at, updated_at)
    values (${id}, ${userId}, ${name}, ${JSON.stringify(query)}, ${words}, ${cadence}, ${at}, ${at}, ${at})`.execute(
    db,
  )
}

export interface SavedSearchChange {
  name: string
  cadence: Cadence
  seenAt: Date
  /** Of another query, whose words these are. */
  asked: { query: SavedQuery; words: string | null } | null
}

export async function updateSavedSearch(
  db: Db,
  id: string,
  { name, cadence, seenAt, asked }: SavedSearchChange,
  at: Date,
): Promise<void> {
  await sql`
    update marketplace.saved_search set name = ${name}, cadence = ${cadence}, seen_at = ${seenAt},
      query = ${asked ? sql`${JSON.stringify(asked.query)}::jsonb` : sql`query`},
      words = ${asked ? sql`${asked.words}::text` : sql`words`},
      version = version + 1, updated_at = ${at}
    where id = ${id}`.execute(db)
}

/** Nothing of a search waits for a morning any more. */
export async function stopWaiting(db: Db, id: string): Promise<void> {
  await sql`update marketplace.saved_search_sent set is_waiting = false where saved_search_id = ${id} and is_waiting`.execute(
    db,
  )
  await sql`update marketplace.saved_search set digest_due_at = null where id = ${id}`.execute(db)
}

/** What a search found as long as it asked for something else. */
export async function deleteFinds(db: Db, id: string): Promise<void> {
  await sql`delete from marketplace.saved_search_find where saved_search_id = ${id}`.execute(db)
}

export async function deleteSavedSearch(db: Db, id: string, userId: string): Promise<boolean> {
  const { rows } = await sql`
    delete from marketplace.saved_search where id = ${id} and user_id = ${userId} returning id`.execute(db)
  return rows.length > 0
}

export async function deleteSearchesOf(db: Db, userId: string): Promise<void> {
  await sql`delete from marketplace.saved_search where user_id = ${userId}`.execute(db)
}

export interface FoundRow extends CardRow {
  found_at: Date
}

/** What a search found and is still to be had, the newest finds first. */
export async function selectFound(
  db: Db,
  searchId: string,
  view: View,
  { after, limit }: { after: Key | undefined; limit: number },
): Promise<FoundRow[]> {
  const posts = sql`(
    select p.*, f.found_at from marketplace.saved_search_find f join marketplace.post p on p.id = f.post_id
    where f.saved_search_id = ${searchId} and ${isLive(view.now)} and ${isVisible(view.viewer, 'p.author_id')}
      and ${orderOfFinds.isPast(after)}
    order by ${orderOfFinds.by} limit ${plannedFor(limit)})`
  const { rows } = await sql<FoundRow>`
    select ${cardColumns(view)}, p.found_at from ${cardTables(posts)}
    order by p.found_at desc, p.id desc limit ${limit}`.execute(db)
  return rows
}

/** As the index of finds has it. */
export const orderOfFinds: Order<FoundRow> = orderedBy(
  'desc',
  ['f.found_at', 'timestamptz', 'found_at'],
  ['f.post_id', 'uuid', 'id'],
)

import { sql } from 'kysely'
import { cached } from '../../platform/cache.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Work } from '../../platform/operation/work.ts'
import type { Noted } from '../../platform/write-behind.ts'
import { type Kind, meanings } from './kinds.ts'

/** A listing in a place that somebody paid for, with what tells whether it fits a list. */
export interface Promotion {
  id: string
  post_id: string
  author_id: string
  in_feed: boolean
  in_search: boolean
  is_urgent: boolean
  starts_at: Date
  ends_at: Date
  leaf_category_id: string
  sub_category_id: string | null
  public_latitude: number
  public_longitude: number
  published_at: Date
  /** What the index of words knows of the listing. */
  words: ReadonlySet<string>
}

/** All that run now or soon, and by the category that their listings are filed in. */
export interface Promotions {
  all: readonly Promotion[]
  ofCategory: ReadonlyMap<string, readonly Promotion[]>
}

const mostKept = 5000
/** In no word. */
const between = '\u001f'

/** Every process keeps them, so that a list looks at the database for those it shows only. */
export const promotions = cached('promotions', async (db): Promise<Promotions> => {
  const { rows } = await sql<Omit<Promotion, 'words'> & { words: string }>`
    select b.*, p.author_id, p.leaf_category_id, p.sub_category_id, p.public_latitude, p.public_longitude, p.published_at,
      array_to_string(tsvector_to_array(p.search), ${between}) as words
    from (select * from marketplace.promotion order by starts_at, id limit ${sql.lit(mostKept)}) b
    join marketplace.post p on p.id = b.post_id where p.published_at is not null`.execute(db)
  const all = rows.map((row) => ({ ...row, words: new Set(row.words.split(between)) }))
  return { all, ofCategory: Map.groupBy(all, ({ leaf_category_id: id }) => id) }
})

interface Standing {
  id: string
  postId: string
  kind: Kind
  startsAt: Date
  endsAt: Date
}

/** Gives a listing its places for a time, or for another one. */
export async function promote(work: Pick<Work, 'db' | 'invalidate'>, standing: Standing): Promise<void> {
  const { id, postId, kind, startsAt, endsAt } = standing
  const { inFeed, inSearch, isUrgent } = meanings[kind]
  await sql`
    insert into marketplace.promotion (id, post_id, in_feed, in_search, is_urgent, starts_at, ends_at)
    values (${id}, ${postId}, ${inFeed}, ${inSearch}, ${isUrgent}, ${startsAt}, ${endsAt})
    on conflict (id) do update set starts_at = excluded.starts_at, ends_at = excluded.ends_at`.execute(
    work.db,
  )
  work.invalidate(promotions)
}

export async function stopPromoting(
  work: Pick<Work, 'db' | 'invalidate'>,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  await sql`delete from marketplace.promotion where id = any(${[...ids]}::uuid[])`.execute(work.db)
  work.invalidate(promotions)
}

/** Counts what was shown; each name begins with the promotion's id. */
export async function countImpressions(db: Db, noted: Noted): Promise<void> {
  await sql`
    insert into marketplace.promotion_total as known (promotion_id, impressions)
    select left(shown, 36)::uuid, count(*)::int from unnest(${[...noted.keys()]}::text[]) shown group by 1 order by 1
    on conflict (promotion_id) do update set impressions = known.impressions + excluded.impressions`.execute(
    db,
  )
}

/** How often some were shown. */
export async function selectImpressions(db: Db, ids: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; impressions: number }>`
    select promotion_id as id, impressions from marketplace.promotion_total
    where promotion_id = any(${[...ids]}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, impressions }) => [id, impressions]))
}

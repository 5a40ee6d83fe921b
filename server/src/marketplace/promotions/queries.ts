import { sql } from 'kysely'
import { cached } from '../../platform/cache.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Work } from '../../platform/operation/work.ts'
import type { Times } from '../../platform/write-behind.ts'
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
  public_latitude: number
  public_longitude: number
  published_at: Date
}

/** Promotions, the urgent ones by themselves. */
export interface ByUrgency {
  urgent: readonly Promotion[]
  usual: readonly Promotion[]
}

/** All that run now or soon, also by the category that their listings are filed in, and by what the index of words knows of these. */
export interface Promotions {
  all: ByUrgency
  ofCategory: ReadonlyMap<string, ByUrgency>
  ofWord: ReadonlyMap<string, ReadonlySet<Promotion>>
}

export const byUrgency = (some: readonly Promotion[]): ByUrgency => ({
  urgent: some.filter(({ is_urgent }) => is_urgent),
  usual: some.filter(({ is_urgent }) => !is_urgent),
})

const mostKept = 5000
/** In no word. */
const between = '\u001f'

/** Every process keeps them, so that a list looks at the database for those it shows only. */
export const promotions = cached('promotions', async (db): Promise<Promotions> => {
  const { rows } = await sql<Promotion & { words: string }>`
    select b.*, p.author_id, p.leaf_category_id, p.public_latitude, p.public_longitude, p.published_at,
      array_to_string(tsvector_to_array(p.search), ${between}) as words
    from (select * from marketplace.promotion order by starts_at, id limit ${sql.lit(mostKept)}) b
    join marketplace.post p on p.id = b.post_id where p.published_at is not null`.execute(db)
  const all: Promotion[] = []
  const ofWord = new Map<string, Set<Promotion>>()
  for (const { words, ...promotion } of rows) {
    all.push(promotion)
    for (const word of words.split(between)) {
      const known = ofWord.get(word)
      if (known) known.add(promotion)
      else ofWord.set(word, new Set([promotion]))
    }
  }
  const filed = Map.groupBy(all, ({ leaf_category_id: id }) => id)
  return {
    all: byUrgency(all),
    ofCategory: new Map([...filed].map(([id, some]) => [id, byUrgency(some)])),
    ofWord,
  }
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

/** Counts how often promotions were shown. */
export async function countImpressions(db: Db, times: Times): Promise<void> {
  await sql`
    insert into marketplace.promotion_total as known (promotion_id, impressions)
    select id, times from unnest(${[...times.keys()]}::uuid[], ${[...times.values()]}::int[]) shown (id, times) order by id
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

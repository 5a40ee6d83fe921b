import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Filter, Need } from '../search/public.ts'
import { comparedKeys, type FiledRow, fileUnder } from './filing.ts'

/** As many searches under one key are as good as any more. */
const mostCompared = 1000

/** How many searches are filed under each of some keys. */
async function countFiled(db: Db, keys: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ key: string; count: number }>`
    select asked.key, (
      select count(*)::int from (
        select from marketplace.saved_search_key k where k.key = asked.key limit ${sql.lit(mostCompared)}
      ) few) as count
    from unnest(${keys}::text[]) asked (key)`.execute(db)
  return new Map(rows.map(({ key, count }) => [key, count]))
}

export async function insertFiled(db: Db, rows: readonly FiledRow[]): Promise<void> {
  await sql`
    insert into marketplace.saved_search_key
      (key, saved_search_id, user_id, second, currency, min_price_minor, max_price_minor, west, south, east, north)
    select key, saved_search_id, user_id, second, currency, min_price_minor, coalesce(max_price_minor, 9223372036854775807),
      west, south, east, north
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as f (key text, saved_search_id uuid, user_id uuid, second text,
      currency text, min_price_minor bigint, max_price_minor bigint, west float8, south float8, east float8, north float8)`.execute(
    db,
  )
}

/** Puts a search where a listing that it finds looks for it, and nowhere else. */
export async function fileSearch(
  db: Db,
  search: { id: string; userId: string },
  needs: readonly Need[],
  filter: Filter,
): Promise<void> {
  const counts = await countFiled(db, comparedKeys(needs))
  await sql`delete from marketplace.saved_search_key where saved_search_id = ${search.id}`.execute(db)
  await insertFiled(db, fileUnder(search, needs, filter, counts))
}

import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

export interface KnownWord {
  term: string
  listing_count: number
}

/** Behind everything that begins alike. */
const last = '\u{10ffff}'
/** Of words that begin alike so many are compared, in the order of their letters. */
const mostCompared = 2000

/** The commonest words of titles that begin with some letters. */
export async function selectWords(db: Db, beginning: string, limit: number): Promise<KnownWord[]> {
  const letters = [...beginning].length
  const first = (count: number) => sql`left(t.term, ${sql.lit(count)}) collate "C" = ${beginning}`
  const commonest = sql`order by t.listing_count desc, t.term collate "C" limit ${sql.lit(limit)}`
  const begun: RawBuilder<unknown> =
    letters > 2
      ? sql`(
          select * from marketplace.search_term t
          where t.term collate "C" >= ${beginning} and t.term collate "C" < ${beginning + last}
          order by t.term collate "C" limit ${sql.lit(mostCompared)})`
      : sql`(select * from marketplace.search_term t where ${first(letters)} ${commonest})`
  const { rows } = await sql<KnownWord>`select t.term, t.listing_count from ${begun} t ${commonest}`.execute(
    db,
  )
  return rows
}

/** What somebody searched for themselves that begins so, the newest first; with nothing typed, whatever it was. */
export async function selectSearched(
  db: Db,
  userId: string,
  beginning: string,
  limit: number,
): Promise<string[]> {
  const isBegun =
    beginning === ''
      ? sql`true`
      : sql`lower(h.words) collate "C" >= ${beginning} and lower(h.words) collate "C" < ${beginning + last}`
  const { rows } = await sql<{ words: string }>`
    select h.words from (
      select * from marketplace.search_history h where h.user_id = ${userId} and ${isBegun}
      ${beginning === '' ? sql`` : sql`order by lower(h.words) collate "C" limit ${sql.lit(mostCompared)}`}
    ) h order by h.searched_at desc limit ${sql.lit(limit)}`.execute(db)
  return rows.map(({ words }) => words)
}

import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { runTransaction } from '../db/transaction.ts'
import type { Work } from '../operation/work.ts'
import { type Fate, type Held, isHeld, type Owner, type PersonalData, writtenIn } from './personal-data.ts'

/** All tables that have something of people, in the order in which they stand. */
const heldIn = (kept: readonly PersonalData[]): [string, Held][] =>
  kept.flatMap((tables) =>
    Object.entries(tables).flatMap(([table, held]) => (isHeld(held) ? [[table, held]] : [])),
  )

/** Whether a row `t` is of the time since an account is its owner's; of one without a time nobody knows that it is. */
function isSince(written: Held['written'], since: Date | null): RawBuilder<boolean> {
  if (since === null) return sql`true`
  if (typeof written === 'string') return sql`${sql.ref(`t.${written}`)} > ${since}`
  if (written === undefined)
    return sql`coalesce(${sql.join(writtenIn.map((column) => sql`to_jsonb(t) ->> ${column}`))})::timestamptz > ${since}`
  if ('all' in written) return sql`true`
  return 'none' in written ? sql`false` : sql`${written} > ${since}`
}

const atOnce = 100

/**
 * Everything that somebody gets of what is kept of them, table by table: few rows are held at once, however many there
 * are. Of tables without any nothing is heard.
 * @param hear gets the next rows of a table, each as JSON
 */
export async function readPersonalData(
  longReads: Db,
  kept: readonly PersonalData[],
  owner: Owner,
  hear: (table: string, rows: readonly string[]) => Promise<void>,
): Promise<void> {
  for (const [table, { of, given = of, withheld = [], written }] of heldIn(kept)) {
    if (given === 'none') continue
    const lacking = typeof withheld === 'function' ? withheld(owner) : sql`${[...withheld]}::text[]`
    await runTransaction(longReads, async ({ db }) => {
      await sql`
        declare held no scroll cursor for select (to_jsonb(t) - (${lacking}))::text as row from ${sql.table(table)} t
        where ${given(owner)} and ${isSince(written, owner.since)}`.execute(db)
      for (;;) {
        const { rows } = await sql<{ row: string }>`fetch ${sql.lit(atOnce)} from held`.execute(db)
        if (rows.length === 0) return
        await hear(
          table,
          rows.map(({ row }) => row),
        )
      }
    })
  }
}

/** How many rows somebody has in a table, up to `most`. */
export async function countHeld(
  db: Db,
  [table, { of }]: [string, Held],
  owner: Owner,
  most: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select 1 from ${sql.table(table)} where ${of(owner)} limit ${most}) counted`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

/**
 * Erases up to `most` rows of somebody who left, the last tables first, since they refer to the others.
 * @returns whether nothing is left.
 */
export async function erasePersonalData(
  work: Work,
  kept: readonly PersonalData[],
  { owner, isAnonymous, most }: { owner: Owner; isAnonymous: boolean; most: number },
): Promise<boolean> {
  let left = most
  for (const tables of kept.toReversed())
    for (const [table, held] of heldIn([tables])) {
      const fate = isAnonymous ? (held.anonymous ?? held.leaving) : held.leaving
      for (let met = 1; met > 0; left -= met) {
        if (left <= 0) return false
        met = await meet(fate, work, { table, held, owner, most: left })
      }
    }
  return true
}

async function meet(
  fate: Fate,
  work: Work,
  { table, held, owner, most }: { table: string; held: Held; owner: Owner; most: number },
): Promise<number> {
  if (fate !== 'delete') return 'by' in fate ? fate.by(work, owner, most) : 0
  const target = sql.table(table)
  const { rows } = await sql`
    delete from ${target} where ctid = any(array(select ctid from ${target} where ${held.of(owner)} limit ${most}))
    returning 1`.execute(work.db)
  return rows.length
}

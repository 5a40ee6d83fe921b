import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Work } from '../operation/work.ts'
import { type Fate, type Held, isHeld, type Owner, type PersonalData } from './personal-data.ts'

/** All tables that have something of people, in the order in which they stand. */
const heldIn = (kept: readonly PersonalData[]): [string, Held][] =>
  kept.flatMap((tables) =>
    Object.entries(tables).flatMap(([table, held]) => (isHeld(held) ? [[table, held]] : [])),
  )

type Row = Readonly<Record<string, unknown>>

/** The names of columns that say when a row was written. */
const written = ['created_at', 'issued_at', 'at'] as const

/** Whether a row is of the time since an account is its owner's; the row of the account itself is. */
function isSince(row: Row, since: Date | null): boolean {
  if (since === null || 'reclaimed_at' in row) return true
  const at = written.map((column) => row[column]).find((value) => typeof value === 'string')
  return at === undefined || new Date(at) > since
}

/** Everything that somebody gets of what is kept of them, by table. Tables without any are absent. */
export async function collectPersonalData(
  db: Db,
  kept: readonly PersonalData[],
  owner: Owner,
): Promise<Record<string, unknown[]>> {
  const collected: Record<string, unknown[]> = {}
  for (const [table, { of, given = of, withheld = [] }] of heldIn(kept)) {
    if (given === 'none') continue
    const { rows } = await sql<{ row: Row }>`
      select to_jsonb(t) - ${[...withheld]}::text[] as row from ${sql.table(table)} t where ${given(owner)}`.execute(
      db,
    )
    const theirs = rows.map(({ row }) => row).filter((row) => isSince(row, owner.since))
    if (theirs.length > 0) collected[table] = theirs
  }
  return collected
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

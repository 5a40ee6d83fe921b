import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** Begins, prolongs or, with null, ends somebody's vacation. It is no change of the account that its owner would wait for. */
export async function setVacation(
  db: Db,
  id: string,
  { since, until }: { since: Date | null; until: Date | null },
): Promise<void> {
  await sql`
    update marketplace.users set vacation_since = ${since}, vacation_until = ${until} where id = ${id}`.execute(
    db,
  )
}

export interface VacationRow {
  id: string
  since: Date
}

const returning = (now: Date, most: number) => sql`
  select id, vacation_since as since from marketplace.users where vacation_until <= ${now} order by vacation_until limit ${most}`

export const anyReturning = (now: Date) => returning(now, 1)

/** Some of those whose vacation is over, locked. */
export async function lockReturning(db: Db, now: Date, most: number): Promise<VacationRow[]> {
  const { rows } = await sql<VacationRow>`${returning(now, most)} for update skip locked`.execute(db)
  return rows
}

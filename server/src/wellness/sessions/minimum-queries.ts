import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** How many minutes a date needs, from a date on. */
export interface Minimum {
  from: string
  minutes: number
}

export async function selectMinima(db: Db, userId: string): Promise<Minimum[]> {
  const { rows } = await sql<Minimum>`
    select effective_from as "from", minutes from wellness.practice_minimum where user_id = ${userId} order by effective_from`.execute(
    db,
  )
  return rows
}

/** The last date that something is written for. */
export async function selectLastPractised(db: Db, userId: string): Promise<string | undefined> {
  const { rows } = await sql<{ last: string | null }>`
    select max(d.local_date) as last from wellness.practice_day d
    where d.user_id = ${userId} and d.category_id is null and d.exercise_id is null`.execute(db)
  return rows[0]?.last ?? undefined
}

export async function deleteMinimaFrom(db: Db, userId: string, from: string): Promise<void> {
  await sql`delete from wellness.practice_minimum where user_id = ${userId} and effective_from >= ${from}`.execute(
    db,
  )
}

export async function insertMinimum(
  db: Db,
  userId: string,
  { from, minutes }: Minimum,
  now: Date,
): Promise<void> {
  await sql`
    insert into wellness.practice_minimum (user_id, effective_from, minutes, created_at)
    values (${userId}, ${from}, ${minutes}, ${now})`.execute(db)
}

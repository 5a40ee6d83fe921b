import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

/** Adds one to a counter whose window may have ended. @returns the count so far and the end of the window. */
export async function countAttempt(db: Db, key: string, at: Date, windowEndsAt: Date) {
  const { rows } = await sql<{ count: number; window_ends_at: Date }>`
    insert into platform.attempt as a (key, count, window_ends_at) values (${key}, 1, ${windowEndsAt})
    on conflict (key) do update set
      count = case when a.window_ends_at <= ${at} then 1 else a.count + 1 end,
      window_ends_at = case when a.window_ends_at <= ${at} then excluded.window_ends_at else a.window_ends_at end
    returning count, window_ends_at`.execute(db)
  return rows[0] ?? { count: 1, window_ends_at: windowEndsAt }
}

/** What a counter stands at, while its window is open. */
export async function findAttempts(db: Db, key: string, at: Date) {
  const { rows } = await sql<{ count: number; window_ends_at: Date }>`
    select count, window_ends_at from platform.attempt where key = ${key} and window_ends_at > ${at}`.execute(
    db,
  )
  return rows[0]
}

export async function forgetAttempts(db: Db, key: string) {
  await sql`delete from platform.attempt where key = ${key}`.execute(db)
}

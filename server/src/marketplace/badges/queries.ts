import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

export interface BadgeRow {
  year: number
  claimed_at: Date
  shown_until: Date
}

/** Gives somebody the hat of a year, once. @returns it, and whether it is new. */
export async function insertHat(
  db: Db,
  { userId, year, at, until }: { userId: string; year: number; at: Date; until: Date },
): Promise<BadgeRow & { is_new: boolean }> {
  const { rows } = await sql<BadgeRow & { is_new: boolean }>`
    with given as (
      insert into marketplace.badge (user_id, kind, year, claimed_at, shown_until)
      values (${userId}, 'birthday_hat', ${year}, ${at}, ${until}) on conflict do nothing
      returning year, claimed_at, shown_until
    )
    select *, true as is_new from given
    union all
    select year, claimed_at, shown_until, false from marketplace.badge
    where user_id = ${userId} and kind = 'birthday_hat' and year = ${year} and not exists (select from given)`.execute(
    db,
  )
  const [hat] = rows
  if (!hat) throw new Error('the hat that was just given is gone')
  return hat
}

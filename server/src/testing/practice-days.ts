import { sql } from 'kysely'
import { days } from '../platform/clock.ts'
import { world } from './kit.ts'

/** Days in UTC so long ago on which somebody practised, whose account is older than that. */
export async function practisedOn(userId: string, daysAgo: readonly number[]): Promise<void> {
  const { host, clock } = await world()
  const now = clock.now()
  await sql`
    update wellness.zone_history set began_at = ${new Date(now.getTime() - days(30))}, timezone = 'UTC' where user_id = ${userId}`.execute(
    host.services.db,
  )
  await sql`update wellness.users set timezone = 'UTC' where id = ${userId}`.execute(host.services.db)
  await sql`
    insert into wellness.practice_day (user_id, local_date, status, sessions, seconds, feelings, lift_sum, lift_count, last_done_at)
    select ${userId}, (${now}::timestamptz at time zone 'UTC')::date - ago, 'COMPLETED', 1, 600, '{}', 0, 0, ${now}
    from unnest(${[...daysAgo]}::int[]) ago on conflict do nothing`.execute(host.services.db)
}

/** Seven days in a row, and then one without: a freeze saved it. */
export const savedYesterday = [8, 7, 6, 5, 4, 3, 2]

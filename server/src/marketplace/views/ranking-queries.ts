import { type RawBuilder, sql } from 'kysely'
import { days, hours } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { beginningOf, dayOf } from './queries.ts'

/** The day of UTC some days before that of a moment. */
export const daysBefore = (now: Date, count: number): RawBuilder<Date> =>
  dayOf(new Date(now.getTime() - days(count)))

/**
 * By listing and day since one: how many people looked, and from how many network addresses, as a subquery. Those who
 * share an address are one for whatever is ranked. Days that are not summed up yet are counted.
 */
export const figuresSince = (first: RawBuilder<Date>, now: Date): RawBuilder<unknown> => sql`(
  select d.post_id, d.day, d.views, d.addresses from marketplace.post_view_day d where d.day >= ${first}
  union all
  select v.post_id, v.day, count(*)::int, count(distinct v.address)::int from marketplace.post_view v
  where v.day >= greatest(${first}, ${daysBefore(now, 2)}) and v.viewed_at >= ${beginningOf(daysBefore(now, 2))} and not v.is_demo
    and not exists (select 1 from marketplace.post_view_day d where d.post_id = v.post_id and d.day = v.day)
  group by v.post_id, v.day)`

/**
 * The same of one listing by the day, and from how many of these it was looked at within the last 24 hours. Its rows are
 * read once for both.
 */
export const figuresOf = (id: RawBuilder<unknown>, now: Date): RawBuilder<unknown> => sql`(
  select d.day, d.addresses, 0 as last_day from marketplace.post_view_day d where d.post_id = ${id}
  union all
  select looked.day, case when exists (select from marketplace.post_view_day d where d.post_id = ${id} and d.day = looked.day)
    then 0 else looked.addresses end, looked.last_day
  from (
    select day, count(*) as addresses, count(*) filter (where last_at > ${new Date(now.getTime() - hours(24))}) as last_day
    from (
      select v.day, v.address, max(v.viewed_at) as last_at from marketplace.post_view v
      where v.post_id = ${id} and v.day >= ${daysBefore(now, 2)} and not v.is_demo group by v.day, v.address
    ) known group by day
  ) looked)`

export interface LookedAtRow {
  post_id: string
  viewed_at: Date
}

/** The next listings that were looked at within a span of time, by when that was. */
export async function selectLookedAt(
  db: Db,
  { from, to }: { from: Date; to: Date },
  after: LookedAtRow | undefined,
  most: number,
): Promise<LookedAtRow[]> {
  const isPast = after
    ? sql`v.viewed_at >= ${after.viewed_at} and (v.viewed_at, v.post_id) > (${after.viewed_at}, ${after.post_id}::uuid)`
    : sql`v.viewed_at > ${from}`
  const { rows } = await sql<LookedAtRow>`
    select v.post_id, v.viewed_at from marketplace.post_view v
    where ${isPast} and v.viewed_at <= ${to} and not v.is_demo
    order by v.viewed_at, v.post_id limit ${sql.lit(most)}`.execute(db)
  return rows
}

import { type RawBuilder, sql } from 'kysely'
import { days, hours } from '../../platform/clock.ts'
import { dayOf } from './queries.ts'

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
  where v.day >= greatest(${first}, ${daysBefore(now, 2)}) and not v.is_demo
    and not exists (select 1 from marketplace.post_view_day d where d.post_id = v.post_id and d.day = v.day)
  group by v.post_id, v.day)`

/** The same for the last 24 hours. */
export const figuresOfLastDay = (now: Date): RawBuilder<unknown> => sql`(
  select v.post_id, v.day, count(distinct v.address)::int as addresses from marketplace.post_view v
  where v.day >= ${daysBefore(now, 1)} and v.viewed_at > ${new Date(now.getTime() - hours(24))} and not v.is_demo
  group by v.post_id, v.day)`

import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Noted } from '../../platform/write-behind.ts'

/** Whole days of a time zone, the first and the last included. */
export interface Days {
  tz: string
  from: string
  to: string
}

export interface DayRow {
  day: string
  sign_ups: number
  verified: number
  by_source: Record<string, number>
  active_day: number
  active_week: number
  active_month: number
}

export interface CohortRow {
  week: string
  later: number
  people: number
  active: number
}

/** Days by the calendar with the moments at which the clock of the zone shows their midnights. */
const daysOf = (tz: string, from: RawBuilder<unknown>, to: RawBuilder<unknown>) => sql`
  select d::date as day, d at time zone ${tz} as since, (d + interval '1 day') at time zone ${tz} as until
  from generate_series(${from}::date::timestamp, ${to}::date::timestamp, interval '1 day') d`

/** The quarter of an hour of a day of UTC at which a moment lies, within that day. */
const quarterOf = (at: RawBuilder<unknown>) => sql`
  greatest(0, least(96, extract(epoch from (${at} at time zone 'UTC') - a.day::timestamp) / 900))::int`

/** Who of those with an account was here on which of some days. */
const activeOn = (days: RawBuilder<unknown>) => sql`
  select distinct a.user_id, d.day from (${days}) d
  join marketplace.active_day a
    on a.day between (d.since at time zone 'UTC')::date and ((d.until - interval '1 microsecond') at time zone 'UTC')::date
  join marketplace.users u on u.id = a.user_id and u.kind = 'member'
  where position(B'1' in substring(a.quarters from ${quarterOf(sql`d.since`)} + 1
    for ${quarterOf(sql`d.until`)} - ${quarterOf(sql`d.since`)})) > 0`

/** By what somebody came. */
const sourceOf = sql<string>`coalesce(
  (select i.provider from marketplace.identity i
   where i.user_id = u.id and i.linked_at < u.created_at + interval '1 minute' order by i.linked_at limit 1),
  (select 'invitation' from marketplace.invite_use v where v.user_id = u.id), 'email')`

/**
 * The figures of some days. Somebody who was here on a day is one of the week's for seven days and of the month's for
 * thirty, or until they are here again: so everybody counts once.
 */
const figuresOf = ({ tz, from, to }: Days) => sql`
  with asked as materialized (${daysOf(tz, sql`${from}`, sql`${to}`)}),
  active as materialized (${activeOn(daysOf(tz, sql`(${from}::date - 29)`, sql`${to}`))}),
  visit as (select day, lead(day) over (partition by user_id order by day) as next from active),
  of_day as (select day, count(*)::int as count from active group by 1),
  of_week as (
    select d::date as day, count(*)::int as count from visit v
    cross join lateral generate_series(v.day, least(v.next - 1, v.day + 6), interval '1 day') d group by 1),
  of_month as (
    select d::date as day, count(*)::int as count from visit v
    cross join lateral generate_series(v.day, least(v.next - 1, v.day + 29), interval '1 day') d group by 1),
  opened as (
    select d.day, u.is_verified, ${sourceOf} as source from asked d
    join marketplace.users u on u.kind = 'member' and u.created_at >= d.since and u.created_at < d.until),
  of_source as (
    select day, source, count(*)::int as count, count(*) filter (where is_verified)::int as verified from opened group by 1, 2),
  of_opened as (
    select day, sum(count)::int as count, sum(verified)::int as verified, jsonb_object_agg(source, count) as by_source
    from of_source group by 1)
  select to_char(asked.day, 'YYYY-MM-DD') as day, coalesce(o.count, 0) as sign_ups, coalesce(o.verified, 0) as verified,
    coalesce(o.by_source, '{}') as by_source, coalesce(d.count, 0) as active_day, coalesce(w.count, 0) as active_week,
    coalesce(m.count, 0) as active_month
  from asked left join of_opened o using (day) left join of_day d using (day) left join of_week w using (day)
    left join of_month m using (day)`

/** The figures of some days, from the rows that they are made of. */
export async function countDays(db: Db, days: Days): Promise<DayRow[]> {
  const { rows } = await sql<DayRow>`${figuresOf(days)} order by 1`.execute(db)
  return rows
}

export async function keepDays(db: Db, days: Days): Promise<void> {
  await sql`
    insert into marketplace.figure_day as known (tz, day, sign_ups, verified, by_source, active_day, active_week, active_month)
    select ${days.tz}, f.day::date, f.sign_ups, f.verified, f.by_source, f.active_day, f.active_week, f.active_month
    from (${figuresOf(days)}) f
    on conflict (tz, day) do update set sign_ups = excluded.sign_ups, verified = excluded.verified,
      by_source = excluded.by_source, active_day = excluded.active_day, active_week = excluded.active_week,
      active_month = excluded.active_month`.execute(db)
}

export async function selectDays(db: Db, { tz, from, to }: Days): Promise<DayRow[]> {
  const { rows } = await sql<DayRow>`
    select to_char(day, 'YYYY-MM-DD') as day, sign_ups, verified, by_source, active_day, active_week, active_month
    from marketplace.figure_day where tz = ${tz} and day between ${from}::date and ${to}::date order by 1`.execute(
    db,
  )
  return rows
}

/** Weeks later that somebody's return is looked for. */
export const weeksFollowed = 12

/** Of those who signed up in each week, how many were here in the weeks from `from` to `to`, which are Mondays. */
const cohortsOf = ({ tz, from, to }: Days) => sql`
  with week as materialized (
    select w::date as week, w at time zone ${tz} as since, (w + interval '7 days') at time zone ${tz} as until
    from generate_series(${from}::date::timestamp - interval '${sql.raw(String(weeksFollowed))} weeks', ${to}::date::timestamp, interval '7 days') w),
  opened as materialized (
    select u.id as user_id, w.week from week w
    join marketplace.users u on u.kind = 'member' and u.created_at >= w.since and u.created_at < w.until),
  active as (
    select distinct user_id, date_trunc('week', day)::date as week from (${activeOn(
      daysOf(tz, sql`${from}`, sql`(${to}::date + 6)`),
    )}) a),
  size as (select week, count(*)::int as people from opened group by 1),
  seen as (
    select o.week, a.week as seen_in, count(*)::int as active from opened o join active a using (user_id) group by 1, 2)
  select to_char(s.week, 'YYYY-MM-DD') as week, ((w.week - s.week) / 7)::int as later, s.people, coalesce(n.active, 0) as active
  from size s join week w on w.week between greatest(s.week, ${from}::date) and s.week + 7 * ${sql.lit(weeksFollowed)}
  left join seen n on n.week = s.week and n.seen_in = w.week`

export async function countCohorts(db: Db, weeks: Days): Promise<CohortRow[]> {
  const { rows } = await sql<CohortRow>`${cohortsOf(weeks)} order by 1, 2`.execute(db)
  return rows
}

export async function keepCohorts(db: Db, weeks: Days): Promise<void> {
  await sql`
    insert into marketplace.figure_cohort as known (tz, week, later, people, active)
    select ${weeks.tz}, f.week::date, f.later, f.people, f.active from (${cohortsOf(weeks)}) f
    on conflict (tz, week, later) do update set people = excluded.people, active = excluded.active`.execute(
    db,
  )
}

/** What is kept of the weeks in which those were here who signed up in some weeks. */
export async function selectCohorts(db: Db, { tz, from, to }: Days): Promise<CohortRow[]> {
  const { rows } = await sql<CohortRow>`
    select to_char(week, 'YYYY-MM-DD') as week, later, people, active from marketplace.figure_cohort
    where tz = ${tz} and week between ${from}::date and ${to}::date order by 1, 2`.execute(db)
  return rows
}

/** Since when, and until when, somebody asks for the figures of a zone: it is kept from then on. */
export async function askForZones(db: Db, noted: Noted): Promise<void> {
  await sql`
    insert into marketplace.figure_zone as known (tz, asked_at)
    select tz, at from unnest(${[...noted.keys()]}::text[], ${[...noted.values()]}::timestamptz[]) z (tz, at) order by tz
    on conflict (tz) do update set asked_at = greatest(known.asked_at, excluded.asked_at)`.execute(db)
}

export interface ZoneRow {
  tz: string
  /** The last day that is kept; null before the first one. */
  kept_until: string | null
}

/** The zones that are kept; those that nobody asked for any more are let go. */
export async function selectZones(db: Db, askedAfter: Date): Promise<ZoneRow[]> {
  await sql`delete from marketplace.figure_zone where asked_at < ${askedAfter}`.execute(db)
  const { rows } = await sql<ZoneRow>`
    select z.tz, (select to_char(max(d.day), 'YYYY-MM-DD') from marketplace.figure_day d where d.tz = z.tz) as kept_until
    from marketplace.figure_zone z order by z.tz`.execute(db)
  return rows
}

/** The day on which the first account was opened. */
export async function selectFirstDay(db: Db, tz: string): Promise<string | undefined> {
  const { rows } = await sql<{ day: string | null }>`
    select to_char(min(u.created_at) at time zone ${tz}, 'YYYY-MM-DD') as day from marketplace.users u where u.kind = 'member'`.execute(
    db,
  )
  return rows[0]?.day ?? undefined
}

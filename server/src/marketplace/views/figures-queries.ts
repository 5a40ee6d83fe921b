import { type RawBuilder, sql } from 'kysely'
import { days } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { firstKeptDayOfImpressions } from './impression-queries.ts'
import type { Period } from './period.ts'

const rawDays = 90

/** The first day of which single views are kept. What is older is known by its sums only. */
export const firstKeptDay = (now: Date): RawBuilder<Date> =>
  sql`(${new Date(now.getTime() - days(rawDays))}::timestamptz at time zone 'UTC')::date`

/** One listing, or all of an author; an author of null is anybody. */
export interface Subject {
  postId: string | null
  authorId: string | null
}

const isOf = ({ postId, authorId }: Subject) => sql<boolean>`
  p.status <> 'deleted' and (${postId}::uuid is null or p.id = ${postId}::uuid)
    and (${authorId}::uuid is null or p.author_id = ${authorId}::uuid)`

/** Whether there is such a listing, of that author. */
export async function hasFigures(db: Db, subject: Subject): Promise<boolean> {
  const { rows } = await sql`select 1 from marketplace.post p where ${isOf(subject)}`.execute(db)
  return rows.length > 0
}

export interface Figures {
  unique_views: number
  /** By the first day of each bucket. */
  series: { start: string; views: number; impressions: number }[]
  by_source: Record<string, number>
  favourites: number
  chats: number
  offers: number
}

const none: Figures = { unique_views: 0, series: [], by_source: {}, favourites: 0, chats: 0, offers: 0 }

/**
 * What sellers see, all from the same rows: single views as long as they are kept, and before that the sums of each
 * quarter of an hour, which begin and end with the days of every time zone.
 */
export async function selectFigures(db: Db, subject: Subject, period: Period, now: Date): Promise<Figures> {
  const { from, to, tz, interval } = period
  const kept = firstKeptDay(now)
  const keptImpressions = firstKeptDayOfImpressions(now)
  const bucket = (at: RawBuilder<unknown>) => sql`date_trunc(${interval}, ${at} at time zone ${tz})`
  const { rows } = await sql<Figures>`
    with bounds as materialized (
      select ${from}::date::timestamp at time zone ${tz} as since, (${to}::date + 1)::timestamp at time zone ${tz} as until
    ), span as materialized (
      select since, until, (since at time zone 'UTC')::date as first_day, (until at time zone 'UTC')::date as last_day from bounds
    ), own as materialized (
      select p.id, p.author_id from marketplace.post p where ${isOf(subject)}
    ), single as materialized (
      select v.viewed_at as at, v.source, v.viewer from own cross join span cross join lateral (
        select * from marketplace.post_view v
        where v.post_id = own.id and v.day between greatest(span.first_day, ${kept}) and span.last_day
          and v.viewed_at >= span.since and v.viewed_at < span.until and not v.is_demo
        offset 0) v
    ), summed as materialized (
      select q.at, d.source, q.views from own cross join span
      join marketplace.post_view_day d on d.post_id = own.id and d.day between span.first_day and least(span.last_day, ${kept} - 1)
      cross join lateral (
        select (d.day::timestamp + quarter * interval '15 minutes') at time zone 'UTC' as at, views
        from unnest(d.quarters, d.counts) as q (quarter, views)) q
      where q.at >= span.since and q.at < span.until
    ), seen as (
      select at, source, 1 as views from single union all select at, source, views from summed
    ), counted as materialized (
      select ${bucket(sql`at`)} as start, source, sum(views)::int as views from seen group by 1, 2
    ), shown as (
      select i.shown_at as at, 1 as count from own cross join span cross join lateral (
        select * from marketplace.post_impression i
        where i.post_id = own.id and i.day between greatest(span.first_day, ${keptImpressions}) and span.last_day
          and i.shown_at >= span.since and i.shown_at < span.until
        offset 0) i
      union all
      select q.at, q.count from own cross join span
      join marketplace.post_impression_day d
        on d.post_id = own.id and d.day between span.first_day and least(span.last_day, ${keptImpressions} - 1)
      cross join lateral (
        select (d.day::timestamp + quarter * interval '15 minutes') at time zone 'UTC' as at, count
        from unnest(d.quarters, d.counts) as q (quarter, count)) q
      where q.at >= span.since and q.at < span.until
    ), impressed as (
      select ${bucket(sql`at`)} as start, sum(count)::int as impressions from shown group by 1
    )
    select (select count(distinct viewer) from single)::int + (select coalesce(sum(views), 0) from summed)::int as unique_views,
      (select json_agg(json_build_object('start', to_char(b.start, 'YYYY-MM-DD'), 'views', coalesce(c.views, 0), 'impressions', coalesce(i.impressions, 0)) order by b.start)
       from generate_series(date_trunc(${interval}, ${from}::date::timestamp), ${to}::date::timestamp, ('1 ' || ${interval})::interval) b (start)
       left join (select start, sum(views)::int as views from counted group by 1) c on c.start = b.start
       left join impressed i on i.start = b.start) as series,
      (select coalesce(json_object_agg(source, views order by views desc, source), '{}')
       from (select source, sum(views)::int as views from counted group by 1) s) as by_source,
      (select count(*) from own join marketplace.favourite f on f.post_id = own.id and f.user_id <> own.author_id, span
       where f.created_at >= span.since and f.created_at < span.until)::int as favourites,
      (select count(*) from own join marketplace.chat_room r on r.post_id = own.id, span
       where r.created_at >= span.since and r.created_at < span.until)::int as chats,
      (select count(*) from own join marketplace.offer o on o.post_id = own.id and o.answers is null, span
       where o.created_at >= span.since and o.created_at < span.until)::int as offers`.execute(db)
  return rows[0] ?? none
}

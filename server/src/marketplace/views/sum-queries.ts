import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { isLive } from '../posts/public.ts'
import { firstKeptDay } from './figures-queries.ts'
import { sumImpressions } from './impression-queries.ts'
import { dayOf } from './queries.ts'

/** The sums of views, by listing, day and where they came from; those made up for a demonstration are left out. */
const sumsOf = (views: RawBuilder<unknown>) => sql`
  select post_id, day, source, sum(views)::int as views, sum(addresses)::int as addresses,
    array_agg(quarter order by quarter) as quarters, array_agg(views order by quarter) as counts
  from (
    select post_id, day, source, quarter, count(*)::int as views, count(*) filter (where is_first)::int as addresses
    from (
      select v.post_id, v.day, v.source,
        floor(extract(epoch from (v.viewed_at at time zone 'UTC') - v.day::timestamp) / 900)::smallint as quarter,
        row_number() over (partition by v.post_id, v.day, v.address order by v.viewed_at, v.viewer) = 1 as is_first
      from ${views} v where not v.is_demo
    ) looked group by post_id, day, source, quarter
  ) quarters group by post_id, day, source`

/** Writes the sums of views. What stands there already right is left alone. */
const writeSums = (views: RawBuilder<unknown>) => sql`
  insert into marketplace.post_view_day as known (post_id, day, source, views, addresses, quarters, counts)
  select * from (${sumsOf(views)}) sums order by post_id, day, source
  on conflict (post_id, day, source) do update set
    views = excluded.views, addresses = excluded.addresses, quarters = excluded.quarters, counts = excluded.counts
  where (known.views, known.addresses, known.quarters, known.counts)
    is distinct from (excluded.views, excluded.addresses, excluded.quarters, excluded.counts)`

/** The oldest days since `first` that are over and not summed up. */
export async function daysToSum(db: Db, first: RawBuilder<Date>, now: Date, most: number): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select to_char(d.day, 'YYYY-MM-DD') as day from generate_series(${first}::timestamp, ${dayOf(now)} - 1, interval '1 day') d (day)
    where not exists (select 1 from marketplace.post_view_summed s where s.day = d.day::date)
    order by 1 limit ${most}`.execute(db)
  return rows.map(({ day }) => day)
}

/** Sums up the views and the impressions that some listings had on some days. */
export async function sumDays(db: Db, days: readonly string[], ids: readonly string[]): Promise<void> {
  await writeSums(sql`(
    select * from marketplace.post_view one
    where one.post_id = any(${[...ids]}::uuid[]) and one.day = any(${[...days]}::date[]))`).execute(db)
  await sumImpressions(db, days, ids)
}

/** Writes down that some days are summed up. */
export async function insertSummed(db: Db, days: readonly string[]): Promise<void> {
  await sql`
    insert into marketplace.post_view_summed (day) select unnest(${[...days]}::date[]) on conflict do nothing`.execute(
    db,
  )
}

/** Before every id. */
const beginning = '00000000-0000-0000-0000-000000000000'

const tablesOfViews = ['post_view', 'post_view_day', 'post_view_total'] as const
const tablesOfOneDay = ['post_view', 'post_impression'] as const

/** The next listings that were ever looked at, in the order of their ids. */
export const selectViewed = (db: Db, after: string | null, most: number): Promise<string[]> =>
  selectFound(db, tablesOfViews, after, most)

/** The next listings of which single views or impressions are kept, in the order of their ids. */
export const selectSeen = (db: Db, after: string | null, most: number): Promise<string[]> =>
  selectFound(db, tablesOfOneDay, after, most)

async function selectFound(
  db: Db,
  tables: readonly string[],
  after: string | null,
  most: number,
): Promise<string[]> {
  const next = (id: RawBuilder<unknown>) => sql`
    select post_id from (${sql.join(
      tables.map(
        (name) =>
          sql`(select post_id from ${sql.table(`marketplace.${name}`)} where post_id > ${id} order by post_id limit 1)`,
      ),
      sql` union all `,
    )}) first order by post_id limit 1`
  const { rows } = await sql<{ post_id: string }>`
    with recursive found as (
      (${next(sql`${after ?? beginning}::uuid`)})
      union all
      select following.post_id from found cross join lateral (${next(sql`found.post_id`)}) following
    )
    select post_id from found limit ${sql.lit(most)}`.execute(db)
  return rows.map(({ post_id }) => post_id)
}

const demoSources = ['feed', 'search', 'category', 'profile', 'share'] as const

const repairLock = 7_301_946

/**
 * Brings the counts of some listings to what their views say: the sums of each day that is over, and the totals. What
 * is missing is added as one number, since who looks meanwhile moves the views and the count alike.
 */
export async function repairCounts(db: Db, ids: readonly string[], now: Date): Promise<void> {
  const kept = firstKeptDay(now)
  const asked = sql`${[...ids]}::uuid[]`
  // Two repairs at once would both add what is missing.
  await sql`select pg_advisory_xact_lock(${repairLock}::bigint)`.execute(db)
  await writeSums(sql`(
    select * from marketplace.post_view one
    where one.post_id = any(${asked}) and one.day >= ${kept} and one.day < ${dayOf(now)})`).execute(db)
  await sql`
    with known as materialized (
      select v.post_id, v.is_demo, 1 as views from marketplace.post_view v where v.post_id = any(${asked})
        and (v.day >= ${kept} or v.is_demo or not exists (
          select 1 from marketplace.post_view_day d where d.post_id = v.post_id and d.day = v.day))
      union all
      select d.post_id, false, d.views from marketplace.post_view_day d where d.post_id = any(${asked}) and d.day < ${kept}
      union all
      select t.post_id, false, -t.views from marketplace.post_view_total t where t.post_id = any(${asked})
      union all
      select t.post_id, true, -t.demo_views from marketplace.post_view_total t where t.post_id = any(${asked})
    ), missing as (
      select post_id, coalesce(sum(views) filter (where not is_demo), 0) as views,
        coalesce(sum(views) filter (where is_demo), 0) as demo_views
      from known group by post_id
    )
    insert into marketplace.post_view_total as total (post_id, slot, views, demo_views)
    select post_id, 0, views, demo_views from missing where views <> 0 or demo_views <> 0 order by post_id
    on conflict (post_id, slot) do update set
      views = total.views + excluded.views, demo_views = total.demo_views + excluded.demo_views`.execute(db)
}

const mostInADay = 12

/**
 * Makes up views of some open listings for the seven days up to one: of each listing as many on the same day
 * whenever it is done.
 */
export async function insertDemoViews(
  db: Db,
  ids: readonly string[],
  lastDay: string,
  now: Date,
): Promise<void> {
  await sql`
    with made as (
      insert into marketplace.post_view (post_id, day, viewer, address, source, viewed_at, is_demo)
      select p.id, d.day, md5(concat(p.id, d.day, n))::uuid, md5(concat(p.id, d.day, n))::uuid,
        (${[...demoSources]}::text[])[1 + (hashtext(concat(p.id, n)) & 65535) % ${demoSources.length}::int],
        least(${now}::timestamptz, (d.day::timestamp + ((hashtext(concat(d.day, p.id, n)) & 1073741823) % 86400) * interval '1 second') at time zone 'UTC'), true
      from marketplace.post p
      cross join (select day::date from generate_series(${lastDay}::date - 6, ${lastDay}::date, interval '1 day') s (day)) d
      cross join lateral generate_series(1, (hashtext(concat(p.id, d.day)) & 65535) % ${mostInADay}::int) n
      where p.id = any(${[...ids]}::uuid[]) and ${isLive(now)} and p.published_at < (d.day + 1)::timestamp at time zone 'UTC'
      order by 1, 2, 3 on conflict do nothing returning post_id
    )
    insert into marketplace.post_view_total as total (post_id, slot, demo_views)
    select post_id, 0, count(*) from made group by post_id order by post_id
    on conflict (post_id, slot) do update set demo_views = total.demo_views + excluded.demo_views`.execute(db)
}

/** The next open listings, in the order of their ids. */
export async function selectOpenPosts(
  db: Db,
  after: string | null,
  most: number,
  now: Date,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select p.id from marketplace.post p where (${after}::uuid is null or p.id > ${after}::uuid) and ${isLive(now)}
    order by p.id limit ${most}`.execute(db)
  return rows.map(({ id }) => id)
}

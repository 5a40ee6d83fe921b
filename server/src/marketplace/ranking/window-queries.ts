import { type RawBuilder, sql } from 'kysely'
import { days } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { isLive } from '../posts/public.ts'
import { isVisible } from '../users/public.ts'
import { daysBefore, figuresOf } from '../views/public.ts'
import { postOf } from './queries.ts'
import type { ScoredRow } from './shortlist.ts'

export const windows = ['24h', '7d', '30d', 'all'] as const
export type Window = (typeof windows)[number]

/** By how many looked at them, each network address counting once a day. */
const looksWithin: Readonly<Record<Window, RawBuilder<number>>> = {
  '24h': sql.ref('w.last_day'),
  '7d': sql.ref('w.last_week'),
  '30d': sql.ref('w.last_month'),
  all: sql.ref('w.ever'),
}

/** What was published within so many days may be trending. */
export const trendingDays = 7

/** So long what has ended stays among what is counted: whoever brings it back within that time finds it as it was. */
const keptMs = days(30)

/** Counts how often some listings were looked at within each window. What is right already is left alone. */
export async function countWindows(db: Db, ids: readonly string[], now: Date): Promise<void> {
  const asked = sql`${[...ids]}::uuid[]`
  const since = new Date(now.getTime() - keptMs)
  await sql`
    with counted as materialized (
      select p.id, p.cell_middle, coalesce(past.last_day, 0) as last_day, coalesce(past.last_week, 0) as last_week,
        coalesce(past.last_month, 0) as last_month, past.ever, coalesce(past.lately, 0) as lately
      from unnest(${asked}) asked (id) cross join lateral ${postOf(sql`asked.id`)} p
      cross join lateral (
        select sum(d.last_day) as last_day, sum(d.addresses) filter (where d.day >= ${daysBefore(now, 6)}) as last_week,
          sum(d.addresses) filter (where d.day >= ${daysBefore(now, 29)}) as last_month, sum(d.addresses) as ever,
          sum(d.addresses) filter (where d.day >= ${daysBefore(now, trendingDays)} and d.day >= (p.published_at at time zone 'UTC')::date) as lately
        from ${figuresOf(sql`p.id`, now)} d
      ) past
      where past.ever > 0
        and (p.updated_at > ${since} or (p.status in ('active', 'reserved') and p.expires_at > ${since}))
    ), gone as (
      delete from marketplace.post_view_window w
      where w.post_id = any(${asked}) and not exists (select from counted c where c.id = w.post_id)
    )
    insert into marketplace.post_view_window as known (post_id, cell_middle, last_day, last_week, last_month, ever, lately)
    select id, cell_middle, last_day, last_week, last_month, ever, lately from counted
    on conflict (post_id) do update set cell_middle = excluded.cell_middle, last_day = excluded.last_day,
      last_week = excluded.last_week, last_month = excluded.last_month, ever = excluded.ever,
      lately = excluded.lately
    where (known.cell_middle, known.last_day, known.last_week, known.last_month, known.ever, known.lately)
      is distinct from (excluded.cell_middle, excluded.last_day, excluded.last_week, excluded.last_month, excluded.ever, excluded.lately)`.execute(
    db,
  )
}

/** Forgets what is counted of listings between two, of which these are all that were ever looked at. */
export async function forgetOthers(
  db: Db,
  { after, upTo, ids }: { after: string; upTo: string | undefined; ids: readonly string[] },
): Promise<void> {
  const isBefore = upTo === undefined ? sql`true` : sql`w.post_id <= ${upTo}::uuid`
  await sql`
    delete from marketplace.post_view_window w
    where w.post_id > ${after}::uuid and ${isBefore} and w.post_id <> all(${[...ids]}::uuid[])`.execute(db)
}

/** A listing of a walk from the most looked at to the least. */
export interface WindowRow extends ScoredRow {
  /** Whether it is open, and its author's listings are seen. What it is filed under is null where it is not. */
  is_open: boolean
}

/** The next of what was looked at most within a window. */
export async function selectMostViewed(
  db: Db,
  window: Window,
  now: Date,
  after: Pick<ScoredRow, 'id' | 'score'> | undefined,
  most: number,
): Promise<WindowRow[]> {
  const looks = looksWithin[window]
  const isPast = after ? sql`and (${looks}, w.post_id) < (${after.score}::int, ${after.id}::uuid)` : sql``
  const { rows } = await sql<WindowRow>`
    select w.post_id as id, w.score, p.leaf_category_id, p.cell_middle, p.id is not null as is_open from (
      select w.post_id, ${looks} as score from marketplace.post_view_window w
      where ${looks} > 0 ${isPast} order by ${looks} desc, w.post_id desc limit ${sql.lit(most)}
    ) w left join lateral (
      select * from ${postOf(sql`w.post_id`)} p where ${isLive(now)} and ${isVisible(null, 'p.author_id')}
    ) p on true order by w.score desc, w.post_id desc`.execute(db)
  return rows
}

/** The next squares in which anything was looked at within a window. */
export async function selectSquares(
  db: Db,
  window: Window,
  after: number | undefined,
  most: number,
): Promise<number[]> {
  const looks = looksWithin[window]
  const next = (isPast: RawBuilder<unknown>) => sql`
    select w.cell_middle from marketplace.post_view_window w where ${looks} > 0 ${isPast} order by w.cell_middle limit 1`
  const { rows } = await sql<{ cell_middle: number }>`
    with recursive square as (
      (${next(after === undefined ? sql`` : sql`and w.cell_middle > ${after}::int`)})
      union all
      select following.cell_middle from square cross join lateral (${next(sql`and w.cell_middle > square.cell_middle`)}) following
    )
    select cell_middle from square limit ${sql.lit(most)}`.execute(db)
  return rows.map(({ cell_middle }) => cell_middle)
}

/** Of each of some squares what was looked at most within a window. */
export async function selectMostViewedNear(
  db: Db,
  window: Window,
  now: Date,
  squares: readonly number[],
  most: number,
): Promise<ScoredRow[]> {
  const looks = looksWithin[window]
  const { rows } = await sql<ScoredRow>`
    select near.* from unnest(${[...squares]}::int[]) square (cell) cross join lateral (
      select p.id, ${looks} as score, p.leaf_category_id, p.cell_middle
      from marketplace.post_view_window w cross join lateral ${postOf(sql`w.post_id`)} p
      where w.cell_middle = square.cell and ${looks} > 0 and ${isLive(now)} and ${isVisible(null, 'p.author_id')}
      order by ${looks} desc, w.post_id desc limit ${sql.lit(most)}
    ) near`.execute(db)
  return rows
}

/** What was published within a span of time, for the first time or again, and may have been looked at before. */
export async function selectPublished(db: Db, { from, to }: { from: Date; to: Date }): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select p.id from marketplace.post p join marketplace.post_view_window w on w.post_id = p.id
    where p.status in ('active', 'reserved') and p.published_at > ${from} and p.published_at <= ${to}`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** How far views are counted. */
export interface Progress {
  counted_to: Date | null
  /** The last day on which all were counted anew, or are; null until they were for the first time. */
  pass_day: string | null
  /** Behind which listing that goes on; null once it is done. */
  passed: string | null
}

/**
 * How far views are counted. Nobody else counts until the end of the transaction.
 * @returns undefined when somebody does
 */
export async function holdProgress(db: Db): Promise<Progress | undefined> {
  const { rows } = await sql<Progress>`
    select counted_to, to_char(pass_day, 'YYYY-MM-DD') as pass_day, passed from marketplace.rank_progress for update skip locked`.execute(
    db,
  )
  return rows[0]
}

export async function updateProgress(db: Db, progress: Progress): Promise<void> {
  await sql`
    update marketplace.rank_progress
    set counted_to = ${progress.counted_to}, pass_day = ${progress.pass_day}::date, passed = ${progress.passed}::uuid`.execute(
    db,
  )
}

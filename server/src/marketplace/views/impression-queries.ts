import { type RawBuilder, sql } from 'kysely'
import { days } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Looker } from './looker.ts'
import { type Asked, dayOf, seenOf } from './queries.ts'

const rawDays = 8

/** The first day of which is kept who was shown what. What is older is known by its sums only. */
export const firstKeptDayOfImpressions = (now: Date): RawBuilder<Date> =>
  dayOf(new Date(now.getTime() - days(rawDays)))

/**
 * Writes down that somebody was shown listings, each once in a day; in the order of their ids, as views.
 * @returns how many of them counted now
 */
export async function insertImpressions(
  db: Db,
  { viewer, at, ...asked }: Asked & Pick<Looker, 'viewer'> & { at: Date },
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into marketplace.post_impression (post_id, day, viewer, shown_at)
    select s.id, ${dayOf(at)}, ${viewer}::uuid, ${at}::timestamptz
    from (${seenOf(asked)}) s where s.author_id is distinct from ${asked.viewerId}::uuid order by s.id
    on conflict do nothing`.execute(db)
  return Number(numAffectedRows)
}

/** Writes down impressions of the past. */
export async function insertPastImpressionRows(
  db: Db,
  rows: readonly (Pick<Looker, 'viewer'> & { post_id: string; shown_at: string })[],
): Promise<void> {
  await sql`
    insert into marketplace.post_impression (post_id, day, viewer, shown_at)
    select post_id, (shown_at at time zone 'UTC')::date, viewer, shown_at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (post_id uuid, viewer uuid, shown_at timestamptz)
    on conflict do nothing`.execute(db)
}

/** Sums up the impressions that some listings had on some days. */
export async function sumImpressions(db: Db, days: readonly string[], ids: readonly string[]): Promise<void> {
  await sql`
    insert into marketplace.post_impression_day as known (post_id, day, quarters, counts)
    select post_id, day, array_agg(quarter order by quarter), array_agg(shown order by quarter)
    from (
      select i.post_id, i.day, count(*)::int as shown,
        floor(extract(epoch from (i.shown_at at time zone 'UTC') - i.day::timestamp) / 900)::smallint as quarter
      from marketplace.post_impression i
      where i.post_id = any(${[...ids]}::uuid[]) and i.day = any(${[...days]}::date[]) group by 1, 2, 4
    ) quarters group by post_id, day order by post_id, day
    on conflict (post_id, day) do update set quarters = excluded.quarters, counts = excluded.counts`.execute(
    db,
  )
}

/** Whether a row `post_impression` is in the sums. */
export const isImpressionSummed = sql<boolean>`exists (
  select 1 from marketplace.post_impression_day d where d.post_id = post_impression.post_id and d.day = post_impression.day)`

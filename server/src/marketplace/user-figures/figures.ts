import type { Db } from '../../platform/db/database.ts'
import {
  addDays,
  bucketOf,
  earlier,
  type Interval,
  lastWeekBy,
  later,
  weekOf,
  yesterdayIn,
} from './calendar.ts'
import {
  type CohortRow,
  countCohorts,
  countDays,
  type DayRow,
  type Days,
  selectCohorts,
  selectDays,
} from './queries.ts'

/**
 * The figures of the days of a period that are over: as they were kept, and counted on the spot behind the last one
 * that is kept, which is all of them where nobody has asked for the zone before.
 */
export async function figuresOf(db: Db, { tz, from, to: last }: Days, now: Date): Promise<DayRow[]> {
  const to = earlier(last, yesterdayIn(tz, now))
  const kept = await selectDays(db, { tz, from, to })
  const missing = later(from, addDays(kept.at(-1)?.day ?? addDays(from, -1), 1))
  return missing > to ? kept : [...kept, ...(await countDays(db, { tz, from: missing, to }))]
}

/** How many of those who signed up in the weeks of a period came back in later ones. */
export async function cohortsOf(db: Db, { tz, from, to }: Days, now: Date): Promise<CohortRow[]> {
  const weeks = { tz, from: weekOf(from), to: weekOf(to) }
  const kept = await selectCohorts(db, weeks)
  const last = lastWeekBy(yesterdayIn(tz, now))
  const keptUntil = kept.reduce((most, { week, later: n }) => later(most, addDays(week, 7 * n)), '')
  const missing = keptUntil === '' ? weeks.from : addDays(keptUntil, 7)
  if (missing > last) return kept
  const counted = await countCohorts(db, { tz, from: missing, to: last })
  return [...kept, ...counted.filter(({ week }) => week >= weeks.from && week <= weeks.to)]
}

export interface Bucket {
  start: string
  sign_ups: number
  verified: number
  by_source: Record<string, number>
  /** On a day of it, on average. */
  daily_active: number
  /** At its end. */
  weekly_active: number
  monthly_active: number
}

function bucketFrom(start: string, rows: readonly DayRow[]): Bucket {
  const sum = (of: (row: DayRow) => number) => rows.reduce((total, row) => total + of(row), 0)
  const bySource: Record<string, number> = {}
  for (const { by_source } of rows)
    for (const [source, count] of Object.entries(by_source))
      bySource[source] = (bySource[source] ?? 0) + count
  const last = rows.at(-1)
  return {
    start,
    sign_ups: sum((row) => row.sign_ups),
    verified: sum((row) => row.verified),
    by_source: bySource,
    daily_active: Math.round((10 * sum((row) => row.active_day)) / Math.max(1, rows.length)) / 10,
    weekly_active: last?.active_week ?? 0,
    monthly_active: last?.active_month ?? 0,
  }
}

/** Days in buckets, each in the one it begins in. */
export function bucketsOf(rows: readonly DayRow[], interval: Interval): Bucket[] {
  const grouped = Map.groupBy(rows, ({ day }) => bucketOf(day, interval))
  return [...grouped].map(([start, days]) => bucketFrom(start, days))
}

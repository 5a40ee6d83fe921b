import type { Db } from '../../platform/db/database.ts'
import { type Stay, type Suspension, selectStays, selectSuspensions } from '../accounts/public.ts'
import { type Comparison, compare, dateUnder, type Rules, staysUnder } from '../streaks/public.ts'
import { minimumOn } from './minimum.ts'
import { type Minimum, selectMinima } from './minimum-queries.ts'
import { selectPractised } from './queries.ts'
import { practiceLedger } from './streak.ts'

/** A completed session, as it was written. */
export interface Practised {
  at: Date
  timezone: string
  date: string
  /** Those that no other session covers. */
  seconds: number
}

/** The dates that had as much practice as was asked of them, ascending. */
function practisedDates(
  days: readonly { date: string; seconds: number }[],
  minima: readonly Minimum[],
): string[] {
  const sums = new Map<string, number>()
  for (const { date, seconds } of days) sums.set(date, (sums.get(date) ?? 0) + seconds)
  return [...sums].flatMap(([date, sum]) => (sum >= 60 * minimumOn(minima, date) ? [date] : [])).sort()
}

/** What somebody's practice would be under other rules. */
export function replayPractice(
  {
    sessions,
    stays,
    suspensions = [],
    minima = [],
    now,
  }: {
    sessions: readonly Practised[]
    stays: readonly Stay[]
    suspensions?: readonly Suspension[]
    /** Ascending. */
    minima?: readonly Minimum[]
    now: Date
  },
  rules: Rules,
): Comparison {
  const ledgerOf = (dates: readonly string[], lived: readonly Stay[], freezeEnabled: boolean) => {
    const seconds = dates.map((date, index) => ({ date, seconds: sessions[index]?.seconds ?? 0 }))
    const known = practisedDates(seconds, minima)
    const since = known[0] ?? '9999-12-31'
    return practiceLedger(known, { since, stays: lived, suspensions, now, freezeEnabled })
  }
  const written = sessions.map(({ date }) => date)
  const moved = sessions.map((session) => dateUnder(session, stays, rules))
  return compare(
    ledgerOf(written, stays, true),
    ledgerOf(moved, staysUnder(stays, rules), rules.freezeEnabled ?? true),
  )
}

/** Replays what is written of somebody, and writes nothing. */
export async function simulatePractice(
  db: Db,
  userId: string,
  { rules, now }: { rules: Rules; now: Date },
): Promise<Comparison> {
  const [sessions, stays, suspensions, minima] = await Promise.all([
    selectPractised(db, userId),
    selectStays(db, userId, now),
    selectSuspensions(db, userId),
    selectMinima(db, userId),
  ])
  // Whoever has proved no address yet has been nowhere.
  const lived = stays.length > 0 ? stays : [{ beganAt: now, timezone: 'UTC', dayStartMinutes: 0 }]
  return replayPractice({ sessions, stays: lived, suspensions, minima, now }, rules)
}

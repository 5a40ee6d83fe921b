import type { Db } from '../../platform/db/database.ts'
import { type Stay, type Suspension, selectStays, selectSuspensions } from '../accounts/public.ts'
import { type Comparison, compare, dateUnder, type Rules, staysUnder } from '../streaks/public.ts'
import { selectPractised } from './queries.ts'
import { practiceLedger } from './streak.ts'

/** A completed session, as it was written. */
export interface Practised {
  at: Date
  timezone: string
  date: string
}

/** What somebody's practice would be under other rules. */
export function replayPractice(
  {
    sessions,
    stays,
    suspensions = [],
    now,
  }: {
    sessions: readonly Practised[]
    stays: readonly Stay[]
    suspensions?: readonly Suspension[]
    now: Date
  },
  rules: Rules,
): Comparison {
  const ledgerOf = (dates: readonly string[], lived: readonly Stay[], freezeEnabled: boolean) => {
    const known = [...new Set(dates)].sort()
    return practiceLedger(known, {
      since: known[0] ?? '9999-12-31',
      stays: lived,
      suspensions,
      now,
      freezeEnabled,
    })
  }
  return compare(
    ledgerOf(
      sessions.map(({ date }) => date),
      stays,
      true,
    ),
    ledgerOf(
      sessions.map((session) => dateUnder(session, stays, rules)),
      staysUnder(stays, rules),
      rules.freezeEnabled ?? true,
    ),
  )
}

/** Replays what is written of somebody, and writes nothing. */
export async function simulatePractice(
  db: Db,
  userId: string,
  { rules, now }: { rules: Rules; now: Date },
): Promise<Comparison> {
  const [sessions, stays, suspensions] = await Promise.all([
    selectPractised(db, userId),
    selectStays(db, userId, now),
    selectSuspensions(db, userId),
  ])
  // Whoever has proved no address yet has been nowhere.
  const lived = stays.length > 0 ? stays : [{ beganAt: now, timezone: 'UTC', dayStartMinutes: 0 }]
  return replayPractice({ sessions, stays: lived, suspensions, now }, rules)
}

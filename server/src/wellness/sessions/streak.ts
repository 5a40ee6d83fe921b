import type { Db } from '../../platform/db/database.ts'
import type { User } from '../access.ts'
import { type Stay, type Suspension, selectStays, selectSuspensions } from '../accounts/public.ts'
import { addDays, daysBetween } from '../days/public.ts'
import {
  type Folded,
  type FoldState,
  foldGoal,
  type GoalLedger,
  type Revision,
  settledOn,
  suspendedSpans,
} from '../streaks/public.ts'
import { replaceKeptStreak, selectPractice } from './queries.ts'

/** A run of days with practice, and the freezes that are left to it. */
export interface PracticeStreak {
  current: number
  best: number
  freezes: number
}

/** Practice is a goal of every day, from the first day of it. */
const everyDay: Omit<Revision, 'effectiveFrom'> = {
  direction: 'BUILD',
  metric: 'CHECK',
  target: null,
  schedule: { frequency: 'DAILY' },
  freezeEnabled: true,
  weekStart: 'MON',
}

/** The ledger of days with practice; `dates` ascend and do not repeat. */
export function practiceLedger(
  dates: readonly string[],
  {
    since,
    stays,
    suspensions = [],
    now,
    freezeEnabled = true,
  }: {
    /** The first date with practice. */
    since: string
    stays: readonly Stay[]
    suspensions?: readonly Suspension[]
    now: Date
    freezeEnabled?: boolean
  },
): GoalLedger {
  return {
    revisions: [{ ...everyDay, freezeEnabled, effectiveFrom: since }],
    marks: dates.map((date) => ({ date, status: 'COMPLETED', value: null })),
    pauses: [],
    suspended: suspendedSpans(suspensions, stays),
    until: null,
    stays,
    now,
  }
}

/** Folds days with practice, from the first or from a kept state on. */
export function foldPractice(
  dates: readonly string[],
  {
    kept,
    ...life
  }: { kept?: FoldState | undefined; stays: readonly Stay[]; suspensions?: readonly Suspension[]; now: Date },
): Folded {
  return foldGoal(practiceLedger(dates, { since: sinceOf(dates, kept, life.now), ...life }), kept)
}

export const shown = ({ current, best, tokens }: Folded): PracticeStreak => ({
  current,
  best,
  freezes: tokens,
})

/** Everything that the streak of somebody is folded from, as it stands where they ask from. */
export async function wholePractice(
  db: Db,
  { id, timezone, dayStartMinutes }: Pick<User, 'id' | 'timezone' | 'dayStartMinutes'>,
  now: Date,
): Promise<GoalLedger> {
  const [{ dates }, known, suspensions] = await Promise.all([
    selectPractice(db, id, { isWhole: true }),
    selectStays(db, id, now),
    selectSuspensions(db, id),
  ])
  const stays = [...known, { beganAt: now, timezone, dayStartMinutes }]
  return practiceLedger(dates, { since: sinceOf(dates, undefined, now), stays, suspensions, now })
}

// Somebody who never practised has nothing to lose from tomorrow on.
const sinceOf = (dates: readonly string[], kept: FoldState | undefined, now: Date) =>
  kept?.through ?? dates[0] ?? addDays(now.toISOString().slice(0, 10), 2)

/** What the streak of somebody is folded from. */
const practiceOf = (db: Db, id: string, now: Date) =>
  Promise.all([selectPractice(db, id), selectStays(db, id, now), selectSuspensions(db, id)])

/** A user's run of days with practice, as it stands where they ask from. */
export async function streakOf(
  db: Db,
  { id, timezone, dayStartMinutes }: Pick<User, 'id' | 'timezone' | 'dayStartMinutes'>,
  now: Date,
): Promise<PracticeStreak> {
  const [{ kept, dates }, known, suspensions] = await practiceOf(db, id, now)
  const stays = [...known, { beganAt: now, timezone, dayStartMinutes }]
  return shown(foldPractice(dates, { kept, stays, suspensions, now }))
}

/** The same, where it is known already where they have been. */
export async function streakFrom(
  db: Db,
  id: string,
  { stays, suspended, now }: Pick<GoalLedger, 'stays' | 'suspended' | 'now'>,
): Promise<PracticeStreak> {
  const { kept, dates } = await selectPractice(db, id)
  const ledger = practiceLedger(dates, { since: sinceOf(dates, kept, now), stays, now })
  return shown(foldGoal({ ...ledger, suspended }, kept))
}

/** News of a missed day that is older is none. */
const newsDays = 3

/** The days of late on which a freeze kept somebody's run of practice, and how many were left then. */
export async function savedDays(
  db: Db,
  person: Pick<User, 'id' | 'timezone' | 'dayStartMinutes'>,
  now: Date,
): Promise<{ date: string; left: number }[]> {
  const { id, timezone, dayStartMinutes } = person
  const [{ kept, dates }, known, suspensions] = await practiceOf(db, id, now)
  const stays = [...known, { beganAt: now, timezone, dayStartMinutes }]
  const since = addDays(now.toISOString().slice(0, 10), -newsDays)
  return foldPractice(dates, { kept, stays, suspensions, now })
    .units.filter(({ outcome, from }) => outcome === 'FROZEN' && from >= since)
    .map(({ from, tokens }) => ({ date: from, left: tokens }))
}

const nothing: Omit<FoldState, 'through'> = {
  current: 0,
  best: 0,
  tokens: 0,
  skips: 0,
  judged: 0,
  judgedCount: 0,
  strength: 0,
  recent: [],
}

/** So many days a read may have to fold beyond those that may still change. */
const mostUnfolded = 30

/** Whether what is kept lies so far back that a write should move it on. */
export const isBehind = (through: string | undefined, now: Date): boolean =>
  through === undefined || daysBetween(through, settledOn(now)) > mostUnfolded

/** Folds for good what cannot change any more, so that reads have little to do. */
export async function keepStreak(db: Db, { id }: Pick<User, 'id'>, now: Date): Promise<void> {
  const [{ kept, dates }, stays, suspensions] = await practiceOf(db, id, now)
  if (stays.length === 0) return
  const folded = foldPractice(dates, { kept, stays, suspensions, now })
  await replaceKeptStreak(db, id, folded.kept ?? { ...nothing, through: settledOn(now) }, now)
}

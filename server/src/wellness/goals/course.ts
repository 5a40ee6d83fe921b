import type { Stay, Suspension } from '../accounts/public.ts'
import {
  addDays,
  closingOf,
  dayNumber,
  daysBetween,
  isoWeekday,
  logicalDate,
  stayAt,
} from '../days/public.ts'
import {
  dueDays,
  type Folded,
  foldGoal,
  type GoalLedger,
  isPeriodic,
  type Mark,
  type Revision,
  type Schedule,
  type Span,
  segmentsOf,
  shareDone,
  suspendedSpans,
  type Unit,
  valueProgress,
} from '../streaks/public.ts'
import type { Figures, GoalRow, MarkRow, RevisionRow, ScheduleSaid, SubGoalRow } from './queries.ts'
import type { DayStatus } from './statuses.ts'

/** From where somebody looks at their goals: where they have been, and where and when they are. */
export interface Viewpoint {
  stays: readonly Stay[]
  /** Dates on which the account was suspended. */
  suspended: readonly Span[]
  today: string
  now: Date
}

/** @param known as it is kept, which may be nowhere; @param here where they are now, by their request */
export function viewpointOf(
  known: { stays: readonly Stay[]; suspensions: readonly Suspension[] },
  here: Omit<Stay, 'beganAt'>,
  now: Date,
): Viewpoint {
  const { timezone, dayStartMinutes } = here
  const last = known.stays.at(-1)
  const isThere = last?.timezone === timezone && last.dayStartMinutes === dayStartMinutes
  const stays = isThere ? known.stays : [...known.stays, { beganAt: now, timezone, dayStartMinutes }]
  return {
    stays,
    suspended: suspendedSpans(known.suspensions, stays),
    today: logicalDate(now, timezone, dayStartMinutes),
    now,
  }
}

/** The date of a moment for its person, by where they were then and when their days began. */
export function dateAt(at: Date, { stays }: Pick<Viewpoint, 'stays'>): string {
  const { timezone, dayStartMinutes } = stayAt(stays, at)
  return logicalDate(at, timezone, dayStartMinutes)
}

export const scheduleOf = (said: ScheduleSaid): Schedule => ({
  frequency: said.frequency,
  daysOfWeek: said.daysOfWeek ?? undefined,
  timesPerPeriod: said.timesPerPeriod ?? undefined,
  interval: said.interval ?? undefined,
  rrule: said.rrule ?? undefined,
  restDays: said.restDays,
})

export const revisionOf = (row: RevisionRow): Revision => ({
  effectiveFrom: row.effective_from,
  direction: row.direction,
  metric: row.metric,
  target: row.target_value,
  schedule: scheduleOf(row.schedule),
  freezeEnabled: row.freeze_enabled,
  weekStart: row.week_start,
})

export function markOf(row: MarkRow, subGoals: readonly SubGoalRow[]): Mark {
  const { date, value, status } = row
  const all = subGoals.reduce((sum, { weight }) => sum + weight, 0)
  const done = subGoals.reduce(
    (sum, { id, weight }) => sum + (row.sub_goals_done.includes(id) ? weight : 0),
    0,
  )
  return {
    date,
    value,
    status: status === 'IN_PROGRESS' ? 'PENDING' : status,
    subGoals: all > 0 ? { done, all } : undefined,
  }
}

/** The last date that counts; null while there is none. */
export const lastDateOf = ({ end_date: end, ended_on: ended }: GoalRow): string | null =>
  end !== null && ended !== null && ended > end ? end : (ended ?? end)

export const ledgerOf = (goal: GoalRow, { stays, suspended, now }: Viewpoint): GoalLedger => ({
  revisions: goal.revisions.map(revisionOf),
  marks: goal.marks.map((mark) => markOf(mark, goal.sub_goals)),
  pauses: goal.pauses.map(({ from_date: from, to_date: to }) => ({ from, to })),
  suspended,
  until: lastDateOf(goal),
  stays,
  now,
})

/** By which revision a date goes; dates before the goal go by its first. */
export function revisionRowOn({ revisions }: GoalRow, date: string): RevisionRow {
  const row = revisions.findLast(({ effective_from: from }) => from <= date) ?? revisions[0]
  if (!row) throw new Error('Every goal has a revision.')
  return row
}

const isPausedOn = ({ pauses }: GoalRow, date: string): boolean =>
  pauses.some(({ from_date: from, to_date: to }) => from <= date && (to === null || to >= date))

/** Whether a date is on the schedule that a goal has by then, counted from where its rhythm began. */
function isDueOn({ revisions }: GoalRow, date: string): boolean {
  const day = dayNumber(date)
  const segment = segmentsOf(revisions.map(revisionOf), day).findLast(({ from }) => from <= day)
  return segment !== undefined && dueDays(segment.revision.schedule, segment.anchor, day, day).length > 0
}

/** Whether a target is of the whole week or month, and not of a day. */
export const isOfPeriod = ({ metric, schedule }: RevisionRow): boolean =>
  isPeriodic(scheduleOf(schedule)) &&
  (metric === 'COUNT' || metric === 'MINUTES') &&
  schedule.timesPerPeriod === null

/** A goal with what its days make of it. */
export interface Course {
  goal: GoalRow
  folded: Folded
  view: Viewpoint
  marks: ReadonlyMap<string, MarkRow>
  /** Days by their date; weeks and months by each of theirs. */
  units: ReadonlyMap<string, Unit>
}

/**
 * Folds a goal: from what is kept of it on, or from its start when it was read with all its marks.
 */
export function courseOf(goal: GoalRow, view: Viewpoint, { isWhole = false } = {}): Course {
  const folded = foldGoal(ledgerOf(goal, view), isWhole ? undefined : (goal.kept ?? undefined))
  const marks = new Map(goal.marks.map((mark) => [mark.date, mark]))
  const units = new Map(folded.units.flatMap((unit) => datesOf(unit).map((date) => [date, unit] as const)))
  return { goal, view, folded, marks, units }
}

/** The dates of a span, both ends included. */
export const datesOf = ({ from, to }: { from: string; to: string }): string[] =>
  from === to ? [from] : Array.from({ length: daysBetween(from, to) + 1 }, (_, index) => addDays(from, index))

/** How a date of a goal stands. */
export interface Day {
  date: string
  revision: RevisionRow
  mark: MarkRow | undefined
  /** The day, week or month that it counts in. */
  unit: Unit | undefined
  status: DayStatus
  /** Whether something is expected of it, or was done. */
  isDue: boolean
  isPaused: boolean
  /** 0 to 1 */
  share: number
}

const judged: Record<Unit['outcome'], DayStatus | undefined> = {
  SATISFIED: 'COMPLETED',
  EXCUSED: 'EXCUSED',
  PAUSED: 'EXCUSED',
  REST: 'EXCUSED',
  SKIPPED: 'SKIPPED',
  FROZEN: 'FROZEN',
  MISSED: 'MISSED',
  OPEN: undefined,
}

/** @returns undefined where the date is no day of the goal: outside of its life, or not on its schedule. */
export function dayOf({ goal, view, marks, units }: Course, date: string): Day | undefined {
  const last = lastDateOf(goal)
  if (date < goal.start_date || (last !== null && date > last)) return undefined
  const revision = revisionRowOn(goal, date)
  const schedule = scheduleOf(revision.schedule)
  const mark = marks.get(date)
  const unit = units.get(date)
  const isToCome = date > view.today && isDueOn(goal, date)
  if (!unit && !mark && !isToCome) return undefined
  const isPaused = isPausedOn(goal, date)
  const isRest = revision.schedule.restDays.includes(isoWeekday(dayNumber(date)))
  const isPeriod = isPeriodic(schedule)
  const isDone = mark?.status === 'COMPLETED'
  const share = shareOf(revision, mark, goal.sub_goals, unit)
  const status = statusOf({ revision, mark, unit: isPeriod ? undefined : unit, isFree: isPaused || isRest })
  const isEnough = isPeriod && unit?.outcome === 'SATISFIED' && !isDone
  return {
    ...{ date, revision, mark, unit, status, isPaused, share },
    isDue: isDone || (!isPaused && !isRest && !isEnough && status !== 'EXCUSED'),
  }
}

function statusOf({
  revision,
  mark,
  unit,
  isFree,
}: {
  revision: RevisionRow
  mark: MarkRow | undefined
  unit: Unit | undefined
  isFree: boolean
}): DayStatus {
  const outcome = unit && judged[unit.outcome]
  // Whether something was kept from is only known at the end of the day.
  if (revision.direction === 'QUIT' && outcome) return outcome
  if (mark?.status === 'COMPLETED' || mark?.status === 'SKIPPED') return mark.status
  return outcome ?? (isFree ? 'EXCUSED' : (mark?.status ?? 'PENDING'))
}

function shareOf(
  row: RevisionRow,
  mark: MarkRow | undefined,
  subGoals: readonly SubGoalRow[],
  unit: Unit | undefined,
): number {
  if (isOfPeriod(row) && unit) return Math.min(1, unit.done / unit.required)
  return shareDone(revisionOf(row), mark && markOf(mark, subGoals))
}

/** How far a goal is: to its value, through its week or month, or through today; null where nothing is due. */
export function progressOf(course: Course): number | null {
  const { goal, view } = course
  const { metric, target_value: target } = revisionRowOn(goal, view.today)
  if (metric === 'VALUE') return valueShare(goal, target)
  const day = dayOf(course, view.today)
  if (!day) return null
  if (day.unit && day.unit.from !== day.unit.to) return Math.min(1, day.unit.done / day.unit.required)
  return day.isDue ? day.share : null
}

/** How far the last value of a goal has come; 0 where there is none. */
export function valueShare({ baseline, latest_value: latest }: GoalRow, target: number | null): number {
  if (baseline === null || target === null || target === baseline) return 0
  return valueProgress({ current: latest ?? baseline, baseline, target })
}

/** Where the present run of kept units began; null while there is none. */
function runBeganOf(goal: GoalRow, { current, units }: Folded): string | null {
  if (current === 0) return null
  const broken = units.findLastIndex((unit) => unit.current === 0)
  const first = units.slice(broken + 1).find(({ outcome }) => outcome === 'SATISFIED')
  const isWhole = broken >= 0 || (units[0]?.current ?? 0) <= 1
  return isWhole ? (first?.from ?? goal.run_began) : (goal.run_began ?? first?.from ?? null)
}

/** What is kept of a course beside its goal. */
export const figuresOf = ({ goal, folded, view }: Course): Figures => ({
  streak: folded.current,
  bestStreak: folded.best,
  freezes: folded.tokens,
  strength: folded.strength,
  consistency: folded.consistency30,
  runBegan: runBeganOf(goal, folded),
  kept: folded.kept ?? goal.kept,
  nextCloseAt: nextClose(view),
})

/** When the first of the dates ends that are not over: until then nothing changes by itself. */
export function nextClose({ stays, today, now }: Viewpoint): Date {
  for (let date = addDays(today, -2); ; date = addDays(date, 1)) {
    const { at } = closingOf(date, stays)
    if (at > now) return at
  }
}

import { invalidField, Problem } from '../../platform/operation/problem.ts'
import { addDays, dateOf, dayNumber, isoWeekday } from '../days/public.ts'
import type { RingingDays } from '../reminders/public.ts'
import {
  checkSchedule,
  dueDays,
  type Frequency,
  nextDueDate,
  type Segment,
  segmentsOf,
} from '../streaks/public.ts'
import { revisionOf, scheduleOf } from './course.ts'
import type { CurrentInput, GoalChange, NewGoal } from './input-shapes.ts'
import { badSchedule, rruleUnsupported, targetRequired, tooManyChanges } from './problems.ts'
import type { GoalRow, RevisionRow, ScheduleSaid } from './queries.ts'

/** What a revision says, before it is known from when. */
export type Plan = Omit<RevisionRow, 'effective_from' | 'week_start'>

/** Three decimals are kept of everything that is measured. */
export const rounded = (value: number): number => Math.round(value * 1000) / 1000

/** What a request makes of a plan; nothing in it leaves the plan as it was. */
export function planOf(input: NewGoal | GoalChange, before: Plan | undefined): Plan {
  const metric = input.metric ?? before?.metric ?? 'CHECK'
  const direction = input.direction ?? before?.direction ?? 'BUILD'
  const target =
    input.target === undefined && before
      ? before.target_value === null
        ? null
        : { value: before.target_value, unit: before.unit }
      : (input.target ?? null)
  if (metric !== 'CHECK' && target === null) throw targetRequired()
  const isCounted = metric !== 'CHECK' && target !== null
  if (isCounted && target.value === 0 && direction !== 'QUIT')
    throw invalidField('body.target.value', 'minimum', 'must be more than 0')
  return {
    direction,
    metric,
    target_value: isCounted ? rounded(target.value) : null,
    unit: isCounted ? (target.unit ?? null) : null,
    schedule: scheduleSaid(input, before?.schedule),
    freeze_enabled: input.freezeEnabled ?? before?.freeze_enabled ?? true,
  }
}

const workdays = [1, 2, 3, 4, 5]

/** Of what was said that which the frequency goes by; without a frequency it is the one that the rest speaks of. */
function scheduleSaid(input: NewGoal | GoalChange, before: ScheduleSaid | undefined): ScheduleSaid {
  const frequency = input.frequency ?? spokenOf(input) ?? before?.frequency ?? 'DAILY'
  const was = before?.frequency === frequency ? before : undefined
  const keep = <T>(said: T | null | undefined, known: T | null | undefined): T | null =>
    said === undefined ? (known ?? null) : said
  const daysOfWeek = keep(input.daysOfWeek, was?.daysOfWeek)
  const isPeriodic = frequency === 'WEEKLY' || frequency === 'MONTHLY'
  const schedule: ScheduleSaid = {
    frequency,
    daysOfWeek: frequency === 'WEEKDAYS' ? sorted(daysOfWeek?.length ? daysOfWeek : workdays) : null,
    timesPerPeriod: isPeriodic ? keep(input.timesPerPeriod, was?.timesPerPeriod) : null,
    interval: frequency === 'EVERY_N_DAYS' ? keep(input.interval, was?.interval) : null,
    rrule: frequency === 'RRULE' ? keep(input.rrule, was?.rrule) : null,
    restDays: sorted(keep(input.restDays, before?.restDays) ?? []),
  }
  checkSaid(schedule)
  return schedule
}

const sorted = (days: readonly number[]): number[] => days.toSorted((a, b) => a - b)

function spokenOf({
  daysOfWeek,
  timesPerPeriod,
  interval,
  rrule,
}: NewGoal | GoalChange): Frequency | undefined {
  if (rrule) return 'RRULE'
  if (daysOfWeek?.length) return 'WEEKDAYS'
  if (interval) return 'EVERY_N_DAYS'
  return timesPerPeriod ? 'WEEKLY' : undefined
}

/** @throws BAD_SCHEDULE or RRULE_UNSUPPORTED naming the field */
function checkSaid(schedule: ScheduleSaid): void {
  try {
    checkSchedule(scheduleOf(schedule))
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const fields = error.extra.fields ?? []
    throw fields.some(({ rule }) => rule === 'rrule') ? rruleUnsupported({ fields }) : badSchedule({ fields })
  }
}

/** A schedule that is never due within its dates. */
export function checkIsEverDue(
  { schedule }: Plan,
  { from, until }: { from: string; until: string | null },
): void {
  const first = nextDueDate(scheduleOf(schedule), from, from)
  if (first !== undefined && (until === null || first <= until)) return
  const path = schedule.frequency === 'RRULE' ? 'body.rrule' : 'body.endDate'
  throw badSchedule({ fields: [{ path, rule: 'due', message: 'must leave a day on which it is due' }] })
}

export const isSamePlan = (a: Plan, b: Plan): boolean => textOf(a) === textOf(b)

const textOf = ({ direction, metric, target_value, unit, schedule, freeze_enabled }: Plan): string => {
  const { frequency, daysOfWeek, timesPerPeriod, interval, rrule, restDays } = schedule
  const said = [frequency, daysOfWeek, timesPerPeriod, interval, rrule, restDays]
  return JSON.stringify([direction, metric, target_value, unit, freeze_enabled, said])
}

const mostBack = 7
const mostAhead = 366
const mostYears = 5

export function checkStart(date: string, today: string): void {
  if (date < addDays(today, -mostBack) || date > addDays(today, mostAhead))
    throw invalidField('body.startDate', 'range', 'must lie within a week before and a year after today')
}

export function checkApplyFrom(date: string, today: string): void {
  if (date < today || date > addDays(today, mostAhead))
    throw invalidField('body.applyFrom', 'range', 'must lie within a year from today')
}

/** So many changes of a goal may be planned: whoever reads it reads all of them. */
const mostPlanned = 12

/** Refuses another change to come where those before it are as many as there can be; those after it go. */
export function checkRoomToPlan(
  { revisions, start_date: start }: Pick<GoalRow, 'revisions' | 'start_date'>,
  { from, today }: { from: string; today: string },
): void {
  const planned = revisions.filter(({ effective_from: at }) => at > today && at > start && at < from)
  if (planned.length >= mostPlanned) throw tooManyChanges()
}

export function checkEnd(end: string | null, start: string): void {
  if (end === null) return
  if (end < start) throw invalidField('body.endDate', 'range', 'must not lie before the start')
  if (end > addDays(start, mostYears * 366))
    throw invalidField('body.endDate', 'range', `must lie within ${mostYears} years of the start`)
}

/** Where a VALUE goal begins. @returns null where that is not known yet, or it is no such goal */
export function baselineOf(
  { metric, target_value: target, unit }: Plan,
  current: CurrentInput | undefined,
): number | null {
  if (metric !== 'VALUE' || !current) return null
  checkUnit(current, unit)
  const baseline = rounded(current.value)
  if (baseline === target)
    throw invalidField('body.current.value', 'different', 'must not be the target already')
  return baseline
}

export function checkUnit({ unit: said }: CurrentInput, unit: string | null): void {
  if (said !== undefined && said !== unit)
    throw invalidField('body.current.unit', 'same', 'is not the unit of the goal')
}

/** So many of the coming dates of a rule are told to the reminders at a time. */
const toldDates = 60

/** On which days the reminders of a goal ring. */
export function ringingDays(
  goal: Pick<GoalRow, 'revisions' | 'end_date' | 'pauses'>,
  today: string,
): RingingDays {
  const segments = segmentsOf(goal.revisions.map(revisionOf), Number.POSITIVE_INFINITY)
  const last = segments.at(-1)
  if (!last) throw new Error('Every goal has a revision.')
  const { frequency, daysOfWeek, interval, restDays = [] } = last.revision.schedule
  const off = goal.pauses
    .filter(({ to_date: to }) => to === null || to >= addDays(today, -restsKeptDays))
    .map(({ from_date: from, to_date: to }) => ({ from, to }))
  // Until the last revision holds, the one before it does.
  const isListed = frequency === 'RRULE' || (segments.length > 1 && last.from > dayNumber(today))
  if (isListed) {
    const from = dateOf(segments[0]?.from ?? last.from)
    const dates = comingDates(segments, today)
    return { from, until: goal.end_date, daysOfWeek: everyWeekday, everyDays: 1, dates, off }
  }
  const weekdays = everyWeekday.filter(
    (day) => !restDays.includes(day) && (daysOfWeek === undefined || daysOfWeek.includes(day)),
  )
  return {
    from: dateOf(last.anchor),
    until: goal.end_date,
    daysOfWeek: weekdays,
    everyDays: frequency === 'EVERY_N_DAYS' ? (interval ?? 1) : 1,
    dates: null,
    off,
  }
}

const everyWeekday = [1, 2, 3, 4, 5, 6, 7]
/** Elsewhere it may be an earlier date. */
const restsKeptDays = 2

const comingDates = (segments: readonly Segment[], today: string): string[] => {
  const yesterday = dayNumber(today) - 1
  return segments
    .flatMap(({ revision: { schedule }, from, to, anchor }) =>
      dueDays(schedule, anchor, Math.max(from, yesterday), Math.min(to, yesterday + mostAhead)).filter(
        (day) => !schedule.restDays?.includes(isoWeekday(day)),
      ),
    )
    .slice(0, toldDates)
    .map(dateOf)
}

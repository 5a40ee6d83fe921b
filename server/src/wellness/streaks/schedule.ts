import { invalidField } from '../../platform/operation/problem.ts'
import { addDays, dateOf, dayNumber, isoWeekday } from '../days/public.ts'
import { parseRule, type Rule, ruleDays } from './rrule.ts'

export const frequencies = ['DAILY', 'WEEKDAYS', 'WEEKLY', 'MONTHLY', 'EVERY_N_DAYS', 'RRULE'] as const
export type Frequency = (typeof frequencies)[number]

/** When something is to be done. Weekdays are 1 (Monday) to 7 (Sunday). */
export interface Schedule {
  frequency: Frequency
  /** WEEKDAYS: which; at least one. */
  daysOfWeek?: readonly number[] | undefined
  /** WEEKLY, MONTHLY: on how many days of each; once where it is not said. */
  timesPerPeriod?: number | undefined
  /** EVERY_N_DAYS: the distance, 1 to 365. */
  interval?: number | undefined
  /** RRULE: the rule without `RRULE:` before it. */
  rrule?: string | undefined
  /** Weekdays that never count against anybody. */
  restDays?: readonly number[] | undefined
}

/** Whether it counts whole weeks or months, in which any day will do, instead of days that are due. */
export const isPeriodic = ({ frequency }: Schedule): boolean =>
  frequency === 'WEEKLY' || frequency === 'MONTHLY'

const areWeekdays = (list: readonly number[] | undefined): boolean =>
  (list ?? []).every((day) => Number.isInteger(day) && day >= 1 && day <= 7)

/**
 * Refuses a schedule that nobody could keep, naming the field: `path` is where the schedule stands in
 * the request, such as `body`.
 * @throws 400 VALIDATION_FAILED
 */
export function checkSchedule(schedule: Schedule, path = 'body'): void {
  const refuse = (field: string, rule: string, message: string) =>
    invalidField(`${path}.${field}`, rule, message)
  const { frequency, daysOfWeek, timesPerPeriod, interval, rrule, restDays } = schedule
  if (!areWeekdays(daysOfWeek)) throw refuse('daysOfWeek', 'range', 'must be 1 (Monday) to 7 (Sunday)')
  if (!areWeekdays(restDays)) throw refuse('restDays', 'range', 'must be 1 (Monday) to 7 (Sunday)')
  if (frequency === 'WEEKDAYS' && !daysOfWeek?.length)
    throw refuse('daysOfWeek', 'required', 'is required for WEEKDAYS')
  if (frequency === 'EVERY_N_DAYS' && !(interval && interval >= 1 && interval <= 365))
    throw refuse('interval', 'required', 'must be 1 to 365 for EVERY_N_DAYS')
  const most = frequency === 'WEEKLY' ? 7 : 31
  if (
    isPeriodic(schedule) &&
    timesPerPeriod !== undefined &&
    !(timesPerPeriod >= 1 && timesPerPeriod <= most)
  )
    throw refuse('timesPerPeriod', 'range', `must be 1 to ${most} for ${frequency}`)
  if (new Set(restDays).size === 7) throw refuse('restDays', 'range', 'must leave a day of the week')
  if (frequency === 'RRULE') {
    const rule = rrule === undefined ? 'is required for RRULE' : parseRule(rrule)
    if (typeof rule === 'string') throw refuse('rrule', rrule === undefined ? 'required' : 'rrule', rule)
  }
}

/**
 * The dates on which something is due, ascending; rest days among them. Of a schedule by weeks or months
 * that is every day, since any will do.
 * @param startDate where it counts from: EVERY_N_DAYS and RRULE go by it
 * @param from first date looked at
 * @param to last date looked at
 */
export function dueDates(schedule: Schedule, startDate: string, from: string, to: string): string[] {
  return dueDays(schedule, dayNumber(startDate), dayNumber(from), dayNumber(to)).map(dateOf)
}

/** As `dueDates`, in days since 1970. */
export function dueDays(schedule: Schedule, start: number, from: number, to: number): number[] {
  const first = Math.max(start, from)
  if (schedule.frequency === 'RRULE') return ruleDays(ruleOf(schedule), start, first, to)
  const step = schedule.frequency === 'EVERY_N_DAYS' ? (schedule.interval ?? 1) : 1
  const days: number[] = []
  const begin = start + Math.ceil((first - start) / step) * step
  const weekdays = schedule.frequency === 'WEEKDAYS' ? (schedule.daysOfWeek ?? []) : undefined
  for (let day = begin; day <= to; day += step)
    if (!weekdays || weekdays.includes(isoWeekday(day))) days.push(day)
  return days
}

export function ruleOf({ rrule = '' }: Schedule): Rule {
  const rule = parseRule(rrule)
  if (typeof rule === 'string') throw new Error(`A rule was kept that is none: ${rule}`)
  return rule
}

/** The first date from `from` on that is due, within a year. */
export const nextDueDate = (schedule: Schedule, startDate: string, from: string): string | undefined =>
  dueDates(schedule, startDate, from, addDays(from, 366))[0]

import { isoWeekday, monthOf } from '../days/public.ts'
import type { Mark, Revision } from './goal.ts'
import { isPeriodic, ruleOf } from './schedule.ts'

/** How often something is expected, and how much of it: so much within so many days. */
export interface Expected {
  /** What is left of a strength after a day: half of it after 13 / √(times a day) days. */
  kept: number
  windowDays: number
  /** In thousandths, so that sums of it are exact. */
  amount: number
}

export const isNumeric = ({ metric }: Revision): boolean => metric === 'COUNT' || metric === 'MINUTES'

/** Whether the target is of the whole week or month. */
export const isTargetOfPeriod = (revision: Revision): boolean =>
  isNumeric(revision) && isPeriodic(revision.schedule) && revision.schedule.timesPerPeriod === undefined

export function expectedOf(revision: Revision): Expected {
  const { times, days } = timesOf(revision)
  const frequency = times / days
  const kept = keptBy(frequency)
  if (isTargetOfPeriod(revision))
    return { kept: keptBy(1 / days), windowDays: days, amount: thousandths(revision.target ?? 0) }
  if (revision.direction === 'QUIT' || isNumeric(revision))
    return { kept, windowDays: days, amount: thousandths(times * (revision.target ?? 0)) }
  // Twice the time evens out weeks in which the days fell differently.
  const factor = frequency < 1 ? 2 : 1
  return { kept, windowDays: days * factor, amount: thousandths(times * factor) }
}

function timesOf({ schedule, direction }: Revision): { times: number; days: number } {
  const { frequency, timesPerPeriod, interval = 1, daysOfWeek } = schedule
  if (frequency === 'WEEKLY') return { times: timesPerPeriod ?? (direction === 'QUIT' ? 7 : 1), days: 7 }
  if (frequency === 'MONTHLY') return { times: timesPerPeriod ?? (direction === 'QUIT' ? 30 : 1), days: 30 }
  if (frequency === 'WEEKDAYS') return { times: new Set(daysOfWeek).size, days: 7 }
  if (frequency === 'EVERY_N_DAYS') return { times: 1, days: interval }
  if (frequency === 'RRULE') return timesOfRule(ruleOf(schedule))
  return { times: 1, days: 1 }
}

const monthDays = 30

function timesOfRule(rule: ReturnType<typeof ruleOf>): { times: number; days: number } {
  const weekdays = rule.weekdays.length
  if (rule.frequency === 'WEEKLY') return { times: Math.max(1, weekdays), days: 7 * rule.interval }
  if (rule.frequency === 'MONTHLY') {
    const byDay = rule.weekdays.reduce((sum, { nth }) => sum + (nth === null ? 4 : 1), 0)
    const both = byDay > 0 && rule.monthDays.length > 0
    return { times: both ? 1 : Math.max(1, byDay, rule.monthDays.length), days: monthDays * rule.interval }
  }
  if (rule.monthDays.length > 0) return { times: rule.monthDays.length, days: monthDays * rule.interval }
  if (weekdays > 0) return { times: weekdays, days: 7 * rule.interval }
  return { times: 1, days: rule.interval }
}

export const thousandths = (value: number): number => Math.round(value * 1000)

/** What a day brings to the rolling sum, in thousandths. */
export function amountOf(revision: Revision, mark: Mark | undefined): number {
  if (!mark) return 0
  const isByValue = revision.direction === 'QUIT' || isNumeric(revision)
  if (!isByValue) return mark.status === 'COMPLETED' ? 1000 : 0
  if (mark.value !== null) return thousandths(Math.max(0, mark.value))
  return revision.direction === 'BUILD' && mark.status === 'COMPLETED' ? thousandths(revision.target ?? 0) : 0
}

/** How well the last days went, 0 to 1. */
export function fulfilment({ direction }: Revision, { amount }: Expected, sum: number): number {
  if (direction === 'BUILD') return amount === 0 ? 1 : Math.min(1, sum / amount)
  if (amount === 0) return sum === 0 ? 1 : 0
  return Math.min(1, Math.max(0, 1 - (sum - amount) / amount))
}

const keptBy = (frequency: number): number => 0.5 ** (Math.sqrt(frequency) / 13)

/** A habit's strength after one more day. */
export const nextStrength = (strength: number, { kept }: Expected, fulfilled: number): number =>
  strength * kept + fulfilled * (1 - kept)

/** Days of the week or month that a day lies in. */
export const periodDays = ({ schedule }: Revision, day: number): number =>
  schedule.frequency === 'MONTHLY' ? monthOf(day, 1) - monthOf(day) : 7

export const isRestDay = ({ schedule }: Revision, day: number): boolean =>
  schedule.restDays?.includes(isoWeekday(day)) ?? false

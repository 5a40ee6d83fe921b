import { instantOf, wallClock } from '../../platform/wall-clock.ts'

/** On which days the reminders of a goal ring; a day has to meet all of it. */
export interface RingingDays {
  /** The first and the last of the goal's dates; null for no end. */
  from: string
  until: string | null
  /** ISO weekdays, 1 for Monday. A reminder with weekdays of its own has those instead of everything below. */
  daysOfWeek: readonly number[]
  /** Every so many days, counted from `from`; 1 for each. */
  everyDays: number
  /** For rules that the rest cannot say: the coming due dates, ascending. `reminderDatesEnd` asks for more of them. */
  dates: readonly string[] | null
  /** When the goal rests, in its dates, both ends included; null for no end. */
  off?: readonly { from: string; to: string | null }[]
}

/** The rest that a date of a goal lies in. */
export const restOn = ({ off = [] }: RingingDays, date: string) =>
  off.find(({ from, to }) => from <= date && (to === null || to >= date))

/** When a reminder rings. */
export interface RingRule {
  /** After midnight, by the clock on the wall. */
  minutes: number
  /** Weekdays of its own, by the calendar; null for the days of the goal. */
  daysOfWeek: readonly number[] | null
  /** Of the clock that it goes by. */
  timezone: string
  days: RingingDays
  /** The dates of the goal are those of its person, whose days may begin after midnight. */
  person: { timezone: string; dayStartMinutes: number }
  /** Dates of the goal on which it is done or skipped. */
  silenced: readonly string[]
  /** The calendar date that was last rung for, or missed; there is nothing more on it or before it. */
  lastDate: string | null
}

export interface Ring {
  at: Date
  /** By the calendar of the reminder's clock. */
  date: string
  /** The goal's date that it belongs to. */
  goalDate: string
}

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

// Dates are counted in days since 1970 here.
const numberOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / dayMs
const dateOf = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10)
/** 1 for Monday: the first of January 1970 was a Thursday. */
const weekdayOf = (day: number): number => ((((day + 3) % 7) + 7) % 7) + 1

/** How many days after `day` the first one is with one of some weekdays; Infinity where there are none. */
function daysUntilWeekday(day: number, daysOfWeek: readonly number[]): number {
  const waits = daysOfWeek.map((weekday) => (weekday - weekdayOf(day) + 7) % 7)
  return Math.min(...waits)
}

/** How many days after `day` a goal is due first; Infinity for never again. */
export function daysUntilDue(day: number, { from, daysOfWeek, everyDays, dates }: RingingDays): number {
  const start = Math.max(day, numberOf(from))
  if (dates) {
    const next = dates.find(
      (date) => numberOf(date) >= start && daysOfWeek.includes(weekdayOf(numberOf(date))),
    )
    return next === undefined ? Number.POSITIVE_INFINITY : numberOf(next) - day
  }
  if (everyDays === 1) return start - day + daysUntilWeekday(start, daysOfWeek)
  const first = start + ((everyDays - ((start - numberOf(from)) % everyDays)) % everyDays)
  // After seven times every weekday was met that can be.
  for (let times = 0; times < 7; times += 1)
    if (daysOfWeek.includes(weekdayOf(first + times * everyDays))) return first + times * everyDays - day
  return Number.POSITIVE_INFINITY
}

// Silenced dates and days that a zone skipped are passed over one by one.
const mostTries = 400

/**
 * When a reminder rings next, later than `after`. A time that clocks skip is as far after the gap as it would have been
 * after its beginning; of one that comes twice it is the first. A date that a zone skips has none.
 * @returns undefined when it never rings again.
 */
export function nextRing(rule: RingRule, after: Date): Ring | undefined {
  const { minutes, timezone, person, days, daysOfWeek } = rule
  const isPersons = timezone === person.timezone
  const startsBefore = isPersons && minutes < person.dayStartMinutes ? 1 : 0
  const until = days.until === null ? Number.POSITIVE_INFINITY : numberOf(days.until)
  const last = rule.lastDate === null ? Number.NEGATIVE_INFINITY : numberOf(rule.lastDate)
  let day = Math.max(Math.floor(wallClock(after, timezone) / dayMs), last + 1)
  // Far ahead nothing has to be tried; one day less, since elsewhere it may be that date already.
  day = Math.max(day, numberOf(days.from) - 1)
  for (let tries = 0; tries < mostTries; tries += 1) {
    const at = instantOf(day * dayMs + minutes * minuteMs, timezone)
    const goalDay = isPersons ? day - startsBefore : goalDayOf(at, person)
    if (goalDay > until) return undefined
    const goalDate = dateOf(goalDay)
    const rest = restOn(days, goalDate)
    if (rest?.to === null) return undefined
    if (rest) {
      day += numberOf(rest.to) + 1 - goalDay
      continue
    }
    const wait = daysOfWeek
      ? Math.max(daysUntilWeekday(day, daysOfWeek), numberOf(days.from) - goalDay)
      : daysUntilDue(goalDay, days)
    if (wait === Number.POSITIVE_INFINITY) return undefined
    if (wait > 0) {
      day += wait
      continue
    }
    const isThere = Math.floor(wallClock(at, timezone) / dayMs) === day
    if (at > after && isThere && !rule.silenced.includes(goalDate)) return { at, date: dateOf(day), goalDate }
    day += 1
  }
  return undefined
}

const goalDayOf = (at: Date, { timezone, dayStartMinutes }: RingRule['person']): number =>
  Math.floor((wallClock(at, timezone) - dayStartMinutes * minuteMs) / dayMs)

/** The goal's date that a moment belongs to. */
export const goalDateAt = (at: Date, person: RingRule['person']): string => dateOf(goalDayOf(at, person))

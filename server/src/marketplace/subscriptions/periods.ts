import { days } from '../../platform/clock.ts'
import { lastInstantOf, wallClock } from '../../platform/wall-clock.ts'

const daysInMonth = (at: Date): number =>
  new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate()

/** A day of the month in which a moment lies, or the last one of a month that is too short for it. */
export const dayWithin = (at: Date, day: number): number => Math.min(day, daysInMonth(at))

/** A day of the month that comes so many months later, or the last one of a month that is too short. */
export function monthsAfter(from: Date, months: number, day: number): Date {
  const to = new Date(from)
  to.setUTCDate(1)
  to.setUTCMonth(to.getUTCMonth() + months)
  to.setUTCDate(dayWithin(to, day))
  return to
}

/** The end of the day, where somebody is, that comes so many days after another moment. */
export function endOfDayAfter(from: Date, count: number, timezone: string): Date {
  // By the clock on the wall: some of these days have 23 or 25 hours.
  const wall = wallClock(from, timezone) + days(count)
  const midnight = wall - (((wall % days(1)) + days(1)) % days(1)) + days(1)
  return lastInstantOf(midnight, timezone)
}

export const later = (at: Date, ms: number): Date => new Date(at.getTime() + ms)
export const laterOf = (a: Date, b: Date): Date => (a > b ? a : b)

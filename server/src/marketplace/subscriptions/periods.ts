import { days } from '../../platform/clock.ts'
import { lastInstantOf, wallClock } from '../../platform/wall-clock.ts'

/** The same day so many months later, or the last one of a month that is too short. */
export function monthsAfter(from: Date, months: number): Date {
  const day = from.getUTCDate()
  const to = new Date(from)
  to.setUTCDate(1)
  to.setUTCMonth(to.getUTCMonth() + months)
  const daysInMonth = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate()
  to.setUTCDate(Math.min(day, daysInMonth))
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

import { days } from '../../platform/clock.ts'
import { instantOf, wallClock } from '../../platform/wall-clock.ts'

/** So long after the birthday began the hat can be claimed, and so long after that it is worn. */
export const hatDays = 7

/** The days around a birthday, as the clock on the wall counts them where the person is. */
export interface Window {
  /** The year of the birthday. */
  year: number
  opensAt: Date
  closesAt: Date
}

const isLeap = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0

function windowIn(year: number, birthday: string, timezone: string): Window {
  const [, month = 1, day = 1] = birthday.split('-').map(Number)
  // Who was born on 29 February celebrates on the 28th where there is none.
  const isMissing = month === 2 && day === 29 && !isLeap(year)
  const midnight = Date.UTC(year, month - 1, isMissing ? 28 : day)
  return {
    year,
    opensAt: instantOf(midnight, timezone),
    closesAt: instantOf(midnight + days(hatDays), timezone),
  }
}

/** The window that is open, or else the next one. @param birthday as `YYYY-MM-DD` */
export function windowAt(birthday: string, timezone: string, now: Date): Window {
  const year = new Date(wallClock(now, timezone)).getUTCFullYear()
  // One that began in December ends in January.
  const windows = [year - 1, year, year + 1].map((each) => windowIn(each, birthday, timezone))
  const found = windows.find(({ closesAt }) => closesAt > now)
  if (!found) throw new Error(`no birthday on ${birthday} in ${timezone}`)
  return found
}

/** The first window that has yet to open. */
export const nextWindow = (birthday: string, timezone: string, now: Date): Window => {
  const window = windowAt(birthday, timezone, now)
  return window.opensAt > now ? window : windowAt(birthday, timezone, window.closesAt)
}

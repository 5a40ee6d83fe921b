import { days } from '../../platform/clock.ts'
import { wallClock } from '../../platform/wall-clock.ts'

const midnight = (date: string) => Date.parse(`${date}T00:00:00Z`)
const dateOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)

export const addDays = (date: string, count: number): string => dateOf(midnight(date) + days(count))
/** The last day that is over in a zone. */
export const yesterdayIn = (tz: string, now: Date): string => addDays(dateOf(wallClock(now, tz)), -1)
/** The Monday of a date. */
export const weekOf = (date: string): string =>
  addDays(date, -((new Date(midnight(date)).getUTCDay() + 6) % 7))
/** The Monday of the last week that is over on a date. */
export const lastWeekBy = (date: string): string => addDays(weekOf(addDays(date, 1)), -7)

export type Interval = 'day' | 'week' | 'month'

/** The first day of what a date is part of. */
export const bucketOf = (date: string, interval: Interval): string =>
  interval === 'day' ? date : interval === 'week' ? weekOf(date) : `${date.slice(0, 7)}-01`

export const earlier = (one: string, other: string): string => (one < other ? one : other)
export const later = (one: string, other: string): string => (one > other ? one : other)

import { languages } from './formats.ts'

const dateFormat = new Intl.DateTimeFormat(languages, { dateStyle: 'medium' })
const dateTimeFormat = new Intl.DateTimeFormat(languages, { dateStyle: 'medium', timeStyle: 'short' })
const timeFormat = new Intl.DateTimeFormat(languages, { timeStyle: 'short' })
const dayFormat = new Intl.DateTimeFormat(languages, { weekday: 'long', day: 'numeric', month: 'long' })
const monthFormat = new Intl.DateTimeFormat(languages, { month: 'long', year: 'numeric' })

/** What is no moment is shown as it is written: a format would throw, and the page with it. */
function formatted(format: Intl.DateTimeFormat, text: string, moment = new Date(text)): string {
  return Number.isNaN(moment.getTime()) ? text : format.format(moment)
}
export const month = (instant: string): string => formatted(monthFormat, instant)
export const date = (instant: string): string => formatted(dateFormat, instant)
/** The last day of what is over at a moment: of what ends at midnight, the day before. */
export const lastDay = (instant: string): string =>
  formatted(dateFormat, instant, new Date(Date.parse(instant) - 1))
export const dateTime = (instant: string): string => formatted(dateTimeFormat, instant)
export const timeOfDay = (instant: string): string => formatted(timeFormat, instant)
export const day = (instant: string): string => formatted(dayFormat, instant)

const relativeFormat = new Intl.RelativeTimeFormat(languages, { numeric: 'auto' })
const dayMs = 86_400_000
/** Days since 1970 on this device's calendar. */
const calendarDayOf = (moment: Date): number =>
  Date.UTC(moment.getFullYear(), moment.getMonth(), moment.getDate()) / dayMs

/** `3 hours ago` within a day; before that by the calendar: `yesterday`, `2 weeks ago`. */
export function ago(instant: string, now: Date = new Date()): string {
  const moment = new Date(instant)
  if (Number.isNaN(moment.getTime())) return instant
  const minutes = Math.round((moment.getTime() - now.getTime()) / 60_000)
  const days = calendarDayOf(moment) - calendarDayOf(now)
  if (Math.abs(minutes) < 1) return relativeFormat.format(0, 'second')
  if (Math.abs(minutes) < 60) return relativeFormat.format(minutes, 'minute')
  if (days === 0 || Math.abs(minutes) < 6 * 60) return relativeFormat.format(Math.round(minutes / 60), 'hour')
  if (Math.abs(days) < 7) return relativeFormat.format(days, 'day')
  if (Math.abs(days) < 30) return relativeFormat.format(Math.trunc(days / 7), 'week')
  if (Math.abs(days) < 365) return relativeFormat.format(Math.trunc(days / 30.44) || Math.sign(days), 'month')
  return relativeFormat.format(Math.trunc(days / 365.25) || Math.sign(days), 'year')
}

/** `2:05` for 125 seconds. */
export const duration = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`

const midnightOf = (date: string) => new Date(`${date}T00:00:00Z`)
const calendarFormat = new Intl.DateTimeFormat(languages, {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  timeZone: 'UTC',
})
const calendarDateFormat = new Intl.DateTimeFormat(languages, { dateStyle: 'medium', timeZone: 'UTC' })
/** The same with its year and no weekday. */
export const calendarDate = (date: string): string => formatted(calendarDateFormat, date, midnightOf(date))
/** A day of a calendar, `2026-11-21`, which has no zone of its own. */
export const calendarDay = (date: string): string => formatted(calendarFormat, date, midnightOf(date))

const calendarMonthFormat = new Intl.DateTimeFormat(languages, {
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})
/** A month of a calendar, `2040-12`. */
export const calendarMonth = (month: string): string =>
  formatted(calendarMonthFormat, month, midnightOf(`${month}-01`))

import { wallClock } from '../../platform/wall-clock.ts'

const dateOf = (utc: number): string => new Date(utc).toISOString().slice(0, 10)

/**
 * The day that a moment belongs to for a person whose days begin `dayStartMinutes` after midnight.
 * The minutes come off the wall clock, not off the moment, so that a clock change moves nothing.
 */
export const logicalDate = (at: Date, timezone: string, dayStartMinutes: number): string =>
  dateOf(wallClock(at, timezone) - dayStartMinutes * 60_000)

/** `days` later in the calendar, or earlier when negative. */
export function addDays(date: string, days: number): string {
  const day = new Date(`${date}T00:00:00Z`)
  day.setUTCDate(day.getUTCDate() + days)
  return dateOf(day.getTime())
}

export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000)

/** Whether the text names a day that the calendar has, in a year that anybody's sessions can have. */
export function isDate(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`)
  return day.getUTCFullYear() >= 1900 && dateOf(day.getTime()) === text
}

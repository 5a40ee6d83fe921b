// Days of the calendar as text (`2026-03-29`) and, where many are counted through, as their number since 1970.

const dayMs = 86_400_000

// Both by arithmetic (the civil calendar's days): a fold of ten years asks some ten thousand times.

export function dayNumber(date: string): number {
  const month = digits(date, 5)
  const year = digits(date, 0) * 100 + digits(date, 2) - (month <= 2 ? 1 : 0)
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + digits(date, 8) - 1
  return (
    year * 365 + Math.floor(year / 4) - Math.floor(year / 100) + Math.floor(year / 400) + dayOfYear - 719468
  )
}

const digits = (text: string, at: number): number =>
  (text.charCodeAt(at) - 48) * 10 + text.charCodeAt(at + 1) - 48

export function dateOf(day: number): string {
  const known = dates.get(day)
  if (known !== undefined) return known
  const date = new Date(day * dayMs).toISOString().slice(0, 10)
  if (dates.size < mostDates) dates.set(day, date)
  return date
}

// A century of days is everybody's.
const dates = new Map<number, string>()
const mostDates = 40_000

/** `days` later in the calendar, or earlier when negative. */
export const addDays = (date: string, days: number): string => dateOf(dayNumber(date) + days)

export const daysBetween = (from: string, to: string): number => dayNumber(to) - dayNumber(from)

/** 1 (Monday) to 7 (Sunday). The first day of 1970 was a Thursday. */
export const isoWeekday = (day: number): number => ((((day + 3) % 7) + 7) % 7) + 1

export type WeekStart = 'MON' | 'SUN' | 'SAT'

const firstWeekday: Record<WeekStart, number> = { MON: 1, SUN: 7, SAT: 6 }

/** The first day of the week that a day lies in. */
export const weekOf = (day: number, weekStart: WeekStart): number =>
  day - ((isoWeekday(day) - firstWeekday[weekStart] + 7) % 7)

/** The first day of the month that a day lies in, or of one `months` later. */
export function monthOf(day: number, months = 0): number {
  const date = new Date(day * dayMs)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1) / dayMs
}

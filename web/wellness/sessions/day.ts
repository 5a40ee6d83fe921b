/** The parts of a day, as the server names them. */
export type DayPart = 'MORNING' | 'DAY' | 'EVENING' | 'NIGHT'

/** The part of the day by this device's clock. */
export function dayPartNow(hour = new Date().getHours()): DayPart {
  if (hour < 5 || hour >= 22) return 'NIGHT'
  if (hour < 11) return 'MORNING'
  return hour < 17 ? 'DAY' : 'EVENING'
}

const format = new Intl.DateTimeFormat('en-CA')
/** The day of this device's calendar, so many days from today: `2026-11-21`. */
export function dateIn(days: number): string {
  const day = new Date()
  day.setDate(day.getDate() + days)
  return format.format(day)
}

/** Days since Monday. */
export const weekday = (): number => (new Date().getDay() + 6) % 7

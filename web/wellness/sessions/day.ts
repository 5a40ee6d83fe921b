/** The parts of a day, as the server names them. */
export type DayPart = 'MORNING' | 'DAY' | 'EVENING' | 'NIGHT'

/** The part of the day by this device's clock. */
export function dayPartNow(hour = new Date().getHours()): DayPart {
  if (hour < 5 || hour >= 22) return 'NIGHT'
  if (hour < 11) return 'MORNING'
  return hour < 17 ? 'DAY' : 'EVENING'
}

const format = new Intl.DateTimeFormat('en-CA')
/** The day of a moment on this device's calendar: `2026-11-21`. */
export const calendarDateOf = (moment: Date): string => format.format(moment)

/** The day that a moment belongs to where days begin at a time by the clock, or one so many days from it. */
export function ownDateOf(moment: Date, dayStart: string, days = 0): string {
  const [hours = 0, minutes = 0] = dayStart.split(':').map(Number)
  const isBefore = moment.getHours() * 60 + moment.getMinutes() < hours * 60 + minutes
  const day = new Date(moment)
  day.setDate(day.getDate() + days - (isBefore ? 1 : 0))
  return calendarDateOf(day)
}

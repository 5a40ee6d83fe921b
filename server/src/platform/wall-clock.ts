const formats = new Map<string, Intl.DateTimeFormat>()
const mostFormats = 600

/** Making a format is slow and there are few zones, so they are kept. */
function formatOf(timezone: string): Intl.DateTimeFormat {
  const known = formats.get(timezone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: timezone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  if (formats.size < mostFormats) formats.set(timezone, format)
  return format
}

/** What the clock on the wall shows, in milliseconds as if it were UTC: only good for calendar arithmetic. */
export function wallClock(at: Date, timezone: string): number {
  // As `03/31/2026, 17:05:09`; taking the parts one by one costs three times as much.
  const shown = formatOf(timezone).format(at).match(/\d+/g) ?? []
  const [month = 0, day = 0, year = 0, hour = 0, minute = 0, second = 0] = shown.map(Number)
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

const dayMs = 86_400_000

/** The moments that a time on the wall may mean, by the offsets of the day before and the day after. */
function meanings(wall: number, timezone: string): { before: Date; after: Date } {
  const offsetAt = (utc: number) => wallClock(new Date(utc), timezone) - Math.floor(utc / 1000) * 1000
  const before = new Date(wall - offsetAt(wall - dayMs))
  return { before, after: new Date(wall - offsetAt(wall + dayMs)) }
}

/**
 * When the clock on the wall shows a time, given as `wallClock` gives it. A time that is skipped
 * means the later moment, one that comes twice the earlier, as in RFC 5545.
 */
export function instantOf(wall: number, timezone: string): Date {
  const { before, after } = meanings(wall, timezone)
  if (before.getTime() === after.getTime()) return before
  const isAfter = wallClock(before, timezone) !== wall && wallClock(after, timezone) === wall
  return isAfter ? after : before
}

/** As `instantOf`, but one that comes twice means the later moment. */
export function lastInstantOf(wall: number, timezone: string): Date {
  const { before, after } = meanings(wall, timezone)
  if (before.getTime() === after.getTime()) return before
  return wallClock(after, timezone) === wall ? after : before
}

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

const dayMs = 86_400_000
/** So many days from 1970, either way, there are no moments any more. */
const farthestDay = 1e8 - 1

function shownBy(utc: number, timezone: string): number {
  // As `03/31/2026, 17:05:09`; taking the parts one by one costs three times as much.
  const shown = formatOf(timezone).format(utc).match(/\d+/g) ?? []
  const [month = 0, day = 0, year = 0, hour = 0, minute = 0, second = 0] = shown.map(Number)
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

/** How far zones are from UTC where a day of UTC begins. */
const offsets = new Map<string, Map<number, number>>()
const mostOffsets = 100_000
let keptOffsets = 0

function offsetAtStart(day: number, timezone: string): number {
  const ofZone = offsets.get(timezone)
  const known = ofZone?.get(day)
  if (known !== undefined) return known
  const offset = shownBy(day * dayMs, timezone) - day * dayMs
  if (keptOffsets >= mostOffsets) {
    offsets.clear()
    keptOffsets = 0
  }
  keptOffsets += 1
  const kept = offsets.get(timezone)
  if (kept) kept.set(day, offset)
  else offsets.set(timezone, new Map([[day, offset]]))
  return offset
}

/** What the clock on the wall shows, in milliseconds as if it were UTC: only good for calendar arithmetic. */
export function wallClock(at: Date, timezone: string): number {
  const utc = Math.floor(at.getTime() / 1000) * 1000
  const day = Math.floor(utc / dayMs)
  if (!(Math.abs(day) < farthestDay)) return shownBy(utc, timezone)
  // A format costs a microsecond, and who folds weeks of many goals asks a thousand times for the same few days. No zone
  // ever moved its clock twice on one day, so a day that ends as it began is the same all along.
  const offset = offsetAtStart(day, timezone)
  return offset === offsetAtStart(day + 1, timezone) ? utc + offset : shownBy(utc, timezone)
}

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

import { type Static, Type } from 'typebox'
import { instantOf, wallClock } from './wall-clock.ts'
import { minutesOf, WallTime, wallTime } from './wall-time.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

export interface QuietHours {
  timezone: string
  startMinutes: number
  endMinutes: number
}

/** @returns when somebody's quiet hours end, or undefined when it is not quiet now. */
export function quietUntil(now: Date, { timezone, startMinutes, endMinutes }: QuietHours): Date | undefined {
  const wall = wallClock(now, timezone)
  const midnight = Math.floor(wall / dayMs) * dayMs
  const minute = (wall - midnight) / minuteMs
  const isQuiet =
    startMinutes <= endMinutes
      ? minute >= startMinutes && minute < endMinutes
      : minute >= startMinutes || minute < endMinutes
  if (!isQuiet) return undefined
  const isTomorrow = minute >= endMinutes
  const endOnWall = midnight + endMinutes * minuteMs + (isTomorrow ? dayMs : 0)
  const end = instantOf(endOnWall, timezone)
  // Of an end that comes twice, because clocks go back, the first is over: it is quiet until the second.
  return end > now ? end : new Date(now.getTime() + (endOnWall - wall))
}

/** Quiet hours as people say them; an end before the start lies on the next day. */
export const QuietHoursFields = Type.Object({ enabled: Type.Boolean(), start: WallTime, end: WallTime })

/** The same as they are kept. */
export interface QuietHoursRow {
  has_quiet_hours: boolean
  quiet_start_minutes: number
  quiet_end_minutes: number
}

export const presentQuietHours = (row: QuietHoursRow): Static<typeof QuietHoursFields> => ({
  enabled: row.has_quiet_hours,
  start: wallTime(row.quiet_start_minutes),
  end: wallTime(row.quiet_end_minutes),
})

/** What is left out stays. */
export const changedQuietHours = (
  row: QuietHoursRow,
  { enabled, start, end }: Partial<Static<typeof QuietHoursFields>>,
): QuietHoursRow => ({
  has_quiet_hours: enabled ?? row.has_quiet_hours,
  quiet_start_minutes: start === undefined ? row.quiet_start_minutes : minutesOf(start),
  quiet_end_minutes: end === undefined ? row.quiet_end_minutes : minutesOf(end),
})

/** When somebody may be disturbed who may have said nothing of it: now, or when their quiet hours end. */
export function undisturbingFrom(
  now: Date,
  row: { [Key in keyof QuietHoursRow]: QuietHoursRow[Key] | null } & { timezone: string },
): Date {
  const { timezone, has_quiet_hours: has, quiet_start_minutes: startMinutes } = row
  const { quiet_end_minutes: endMinutes } = row
  if (!has || startMinutes === null || endMinutes === null) return now
  return quietUntil(now, { timezone, startMinutes, endMinutes }) ?? now
}

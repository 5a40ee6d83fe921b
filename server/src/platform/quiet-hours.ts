import { instantOf, wallClock } from './wall-clock.ts'

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

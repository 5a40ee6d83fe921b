import { hours } from '../../platform/clock.ts'
import { instantOf, wallClock } from '../../platform/wall-clock.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
// Where a day begins first: UTC+14.
const farthestAhead = hours(14)

/** What a client's time shows on the clock of its own offset. */
export const localPartOf = (instant: string): string => instant.replace(/(\.\d+)?(Z|[+-]\d{2}:\d{2})$/, '')

/** When a wall-clock time such as `2026-05-01T09:00` comes in a zone. */
export const momentIn = (local: string, timezone: string): Date =>
  instantOf(Date.parse(`${local}Z`), timezone)

/** When a wall-clock time comes anywhere. */
export const firstMomentOf = (local: string): Date => new Date(Date.parse(`${local}Z`) - farthestAhead)

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
  return instantOf(midnight + endMinutes * minuteMs + (isTomorrow ? dayMs : 0), timezone)
}

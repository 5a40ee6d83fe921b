import { wallClock } from '../../platform/wall-clock.ts'

/**
 * The day that a moment belongs to for a person whose days begin `dayStartMinutes` after midnight.
 * The minutes come off the wall clock, not off the moment, so that a clock change moves nothing.
 */
export const logicalDate = (at: Date, timezone: string, dayStartMinutes: number): string =>
  new Date(wallClock(at, timezone) - dayStartMinutes * 60_000).toISOString().slice(0, 10)

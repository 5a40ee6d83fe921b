import { hours } from '../../platform/clock.ts'
import { instantOf } from '../../platform/wall-clock.ts'

// Where a day begins first: UTC+14.
const farthestAhead = hours(14)

/** What a client's time shows on the clock of its own offset. */
export const localPartOf = (instant: string): string => instant.replace(/(\.\d+)?(Z|[+-]\d{2}:\d{2})$/, '')

/** When a wall-clock time such as `2026-05-01T09:00` comes in a zone. */
export const momentIn = (local: string, timezone: string): Date =>
  instantOf(Date.parse(`${local}Z`), timezone)

/** When a wall-clock time comes anywhere. */
export const firstMomentOf = (local: string): Date => new Date(Date.parse(`${local}Z`) - farthestAhead)

import type { Stay, Suspension } from '../accounts/public.ts'
import { logicalDate } from '../days/public.ts'
import type { Span } from './goal.ts'

/** The dates that somebody could not do anything on, or not the whole of it, where they were. */
export function suspendedSpans(suspensions: readonly Suspension[], stays: readonly Stay[]): Span[] {
  const dateAt = (at: Date): string => {
    const stay = stays.findLast(({ beganAt }) => beganAt <= at) ?? stays[0]
    return logicalDate(at, stay?.timezone ?? 'UTC', stay?.dayStartMinutes ?? 0)
  }
  return suspensions.map(({ beganAt, endedAt }) => ({
    from: dateAt(beganAt),
    to: endedAt && dateAt(endedAt),
  }))
}

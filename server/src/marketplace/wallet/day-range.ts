import { timeZoneOf } from '../../platform/operation/instant.ts'
import { atField, invalidField } from '../../platform/operation/problem.ts'
import { instantOf } from '../../platform/wall-clock.ts'
import { invalidTimezone } from './problems.ts'

const dayMs = 86_400_000

/**
 * The moments between which whole days of a time zone lie, the first and the last included; null where it is open.
 * @throws INVALID_TIMEZONE, VALIDATION_FAILED
 */
export function rangeOf(
  { from, to, tz }: { from?: string; to?: string; tz?: string },
  ownZone: string,
  place: 'query' | 'body',
): { from: Date | null; until: Date | null } {
  const zone = timeZoneOf(tz ?? ownZone)
  if (zone === undefined) throw invalidTimezone(atField(`${place}.tz`, 'timezone', 'is none'))
  // Midnights as the clock on the wall shows them.
  const first = from === undefined ? null : Date.parse(from)
  const last = to === undefined ? null : Date.parse(to)
  if (first !== null && last !== null && first > last)
    throw invalidField(`${place}.from`, 'range', 'is after `to`')
  return {
    from: first === null ? null : instantOf(first, zone),
    until: last === null ? null : instantOf(last + dayMs, zone),
  }
}

import { days } from '../../platform/clock.ts'
import type { Reading } from '../../platform/operation/work.ts'
import type { Deferred } from '../../platform/write-behind.ts'
import { type Period, periodOf } from '../views/public.ts'
import { earlier, yesterdayIn } from './calendar.ts'
import { askForZones } from './queries.ts'

/** Which zones administrators look at: their figures are kept from then on. */
const zonesAsked: Deferred = { write: askForZones, everyMs: days(1) }

/** The days that are asked for, as far as they are over. @throws INVALID_TIMEZONE, VALIDATION_FAILED */
export function askedPeriod(
  query: Partial<Period>,
  ownZone: string,
  { clock, services }: Pick<Reading, 'clock' | 'services'>,
): Period {
  const now = clock.now()
  const period = periodOf(query, ownZone, now)
  services.writeBehind.note(zonesAsked, [{ id: period.tz }])
  return { ...period, to: earlier(period.to, yesterdayIn(period.tz, now)) }
}

import { days } from '../../platform/clock.ts'
import { firstDay, timeZoneOf } from '../../platform/operation/instant.ts'
import { invalidField } from '../../platform/operation/problem.ts'
import { wallClock } from '../../platform/wall-clock.ts'
import { invalidTimezone } from './problems.ts'

export type Interval = 'day' | 'week' | 'month'

/** Whole days of a time zone, the first and the last included. */
export interface Period {
  from: string
  to: string
  tz: string
  interval: Interval
}

const usualDays = 30
const mostDays = 366

const dateAt = (wallMs: number) => new Date(wallMs).toISOString().slice(0, 10)

/** @throws INVALID_TIMEZONE, VALIDATION_FAILED */
export function periodOf(
  asked: Partial<Pick<Period, 'from' | 'to' | 'tz' | 'interval'>>,
  ownZone: string,
  now: Date,
): Period {
  const tz = timeZoneOf(asked.tz ?? ownZone)
  if (tz === undefined)
    throw invalidTimezone({ fields: [{ path: 'query.tz', rule: 'timezone', message: 'is none' }] })
  const to = Date.parse(asked.to ?? dateAt(wallClock(now, tz)))
  const from =
    asked.from === undefined
      ? Math.max(to - days(usualDays - 1), Date.parse(firstDay))
      : Date.parse(asked.from)
  const period = { from: dateAt(from), to: dateAt(to), tz, interval: asked.interval ?? 'day' }
  if (period.from > period.to) throw invalidField('query.from', 'range', 'is after `to`')
  if (to - from > days(mostDays))
    throw invalidField('query.from', 'range', `is more than ${mostDays} days before \`to\``)
  return period
}

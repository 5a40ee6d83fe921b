import { Type } from 'typebox'
import { days } from '../../platform/clock.ts'
import { invalidField } from '../../platform/operation/problem.ts'
import { CalendarDate, OneOf, Text } from '../../platform/operation/schema.ts'

export const FiguresQuery = Type.Object({
  from: Type.Optional({ ...CalendarDate, description: 'the first day; 30 days with `to` unless given' }),
  to: Type.Optional({ ...CalendarDate, description: 'the last day; today, which is not over, unless given' }),
  interval: Type.Optional(OneOf(['day', 'week', 'month'])),
  tz: Type.Optional(
    Text(1, 64, { description: 'IANA time zone; yours unless given', example: 'Europe/Berlin' }),
  ),
})

/** The beginning of a day of UTC, or of one after it. @throws VALIDATION_FAILED when there is no such day. */
export function dayIn(date: string, path: string, daysLater: 0 | 1): Date {
  const at = Date.parse(`${date}T00:00:00Z`)
  if (!(at >= 0) || new Date(at).toISOString().slice(0, 10) !== date)
    throw invalidField(path, 'date', 'is not a day that exists')
  return new Date(at + days(daysLater))
}

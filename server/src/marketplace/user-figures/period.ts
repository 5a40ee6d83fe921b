import { Type } from 'typebox'
import { CalendarDate, OneOf, Text } from '../../platform/operation/schema.ts'

export const FiguresQuery = Type.Object({
  from: Type.Optional({ ...CalendarDate, description: 'the first day; 30 days with `to` unless given' }),
  to: Type.Optional({ ...CalendarDate, description: 'the last day; today, which is not over, unless given' }),
  interval: Type.Optional(OneOf(['day', 'week', 'month'])),
  tz: Type.Optional(
    Text(1, 64, { description: 'IANA time zone; yours unless given', example: 'Europe/Berlin' }),
  ),
})

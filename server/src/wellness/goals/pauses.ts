import { type Static, Type } from 'typebox'
import { CalendarDate, Id, Nullable } from '../../platform/operation/schema.ts'
import type { VacationRow } from './pause-queries.ts'

export const Vacation = Type.Object(
  {
    id: Id,
    from: CalendarDate,
    to: Nullable(CalendarDate, 'the last day of it; null for open'),
    isAll: Type.Boolean(),
    goalIds: Type.Array(Id, { description: 'what it pauses' }),
  },
  { title: 'Vacation' },
)

export const presentVacation = (row: VacationRow): Static<typeof Vacation> => ({
  id: row.id,
  from: row.from_date,
  to: row.to_date,
  isAll: row.is_all,
  goalIds: row.goal_ids,
})

import { Type } from 'typebox'
import { announcement } from '../../platform/operation/announcement.ts'
import { CalendarDate, Id, Nullable } from '../../platform/operation/schema.ts'

/**
 * A session of this counts as completed on these dates, or did until now. Only told of people of whom a goal may be
 * moved by it.
 */
export const sessionsCompleted = announcement(
  'sessions completed',
  Type.Object({
    userId: Id,
    categoryId: Id,
    subCategoryId: Nullable(Id),
    exerciseId: Nullable(Id),
    dates: Type.Array(CalendarDate),
  }),
)

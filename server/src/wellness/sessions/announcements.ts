import { Type } from 'typebox'
import { announcement } from '../../platform/operation/announcement.ts'
import { CalendarDate, Id, Nullable, Timestamp } from '../../platform/operation/schema.ts'

/** Somebody finished a practice, which began or was recorded at `at`. */
export const sessionCompleted = announcement(
  'session completed',
  Type.Object({
    userId: Id,
    at: Timestamp,
    /** When an invitation brought them here; so that nobody has to look it up who asks. */
    invitedAt: Nullable(Timestamp),
  }),
)

/**
 * A session of this counts as completed on these dates, or did until now. Only told of people of whom a goal may be
 * moved by it.
 */
export const completionsMoved = announcement(
  'completions moved',
  Type.Object({
    userId: Id,
    categoryId: Id,
    subCategoryId: Nullable(Id),
    exerciseId: Nullable(Id),
    dates: Type.Array(CalendarDate),
  }),
)

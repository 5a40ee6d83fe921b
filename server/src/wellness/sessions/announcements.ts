import { Type } from 'typebox'
import { announcement } from '../../platform/operation/announcement.ts'
import { Id, Nullable, Timestamp } from '../../platform/operation/schema.ts'

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

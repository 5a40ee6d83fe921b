import { Type } from 'typebox'
import { announcement } from '../../platform/operation/announcement.ts'
import { Id } from '../../platform/operation/schema.ts'

/** There are new notices that people are to hear of although no app of theirs is open. */
export const noticesWritten = announcement(
  'notices written',
  Type.Object({ notificationIds: Type.Array(Id) }),
)

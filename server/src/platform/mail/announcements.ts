import { Type } from 'typebox'
import { announcement } from '../operation/announcement.ts'
import { Id, Nullable } from '../operation/schema.ts'

/** A mail that would never be taken waits once more. */
export const mailRevived = announcement('mail revived', Type.Object({ mailId: Id }))

/** A mail was taken by the mail server, or will never be. */
export const mailSettled = announcement(
  'mail settled',
  Type.Object({ mailId: Id, isSent: Type.Boolean(), reason: Nullable(Type.String()) }),
)

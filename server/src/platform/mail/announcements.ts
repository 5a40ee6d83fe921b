import { Type } from 'typebox'
import { announcement } from '../operation/announcement.ts'
import { Id, Nullable } from '../operation/schema.ts'

/** A mail was taken by the mail server, or will never be. */
export const mailSettled = announcement(
  'mail settled',
  Type.Object({ mailId: Id, isSent: Type.Boolean(), reason: Nullable(Type.String()) }),
)

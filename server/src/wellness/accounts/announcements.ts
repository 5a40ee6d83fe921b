import { Type } from 'typebox'
import { announcement } from '../../platform/operation/announcement.ts'
import { Id } from '../../platform/operation/schema.ts'

/** Somebody lives by another clock: in another zone, or with another start of the day. */
export const clockMoved = announcement('clockMoved', Type.Object({ userId: Id }))

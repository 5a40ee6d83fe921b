import { Type } from 'typebox'
import { announcement } from '../../platform/operation/announcement.ts'
import { Id } from '../../platform/operation/schema.ts'

/** Somebody is about to delete their account. Whoever still holds money of theirs, or owes them any, refuses. */
export const accountLeaving = announcement('account leaving', Type.Object({ userId: Id }))

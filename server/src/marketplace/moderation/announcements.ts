import { Type } from 'typebox'
import { announcement } from '../../platform/operation/announcement.ts'
import { Id } from '../../platform/operation/schema.ts'

/** A moderator hid or removed a listing. */
export const listingTakenDown = announcement('listing taken down', Type.Object({ postId: Id }))

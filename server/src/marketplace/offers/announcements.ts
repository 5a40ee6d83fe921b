import { Type } from 'typebox'
import { announcement } from '../../platform/operation/announcement.ts'
import { Id } from '../../platform/operation/schema.ts'

/** Pieces of a listing are kept for a buyer, or are not any more. */
export const unitsKept = announcement('units kept', Type.Object({ postId: Id }))

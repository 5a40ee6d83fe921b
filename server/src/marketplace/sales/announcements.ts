import { Type } from 'typebox'
import { announcement } from '../../platform/operation/announcement.ts'
import { Id } from '../../platform/operation/schema.ts'

/** A listing was reserved, sold, or is to be had again. */
export const saleChanged = announcement('sale changed', Type.Object({ postId: Id }))

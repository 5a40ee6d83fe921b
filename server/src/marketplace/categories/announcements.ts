import { Type } from 'typebox'
import { announcement } from '../../platform/operation/announcement.ts'
import { Id } from '../../platform/operation/schema.ts'

/** A category stands or went somewhere else: what is filed under it does not know yet. */
export const categoryMoved = announcement('category moved', Type.Object({ categoryId: Id }))

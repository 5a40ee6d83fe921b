import { Type } from 'typebox'
import { announcement } from '../../platform/operation/announcement.ts'
import { Id, Nullable } from '../../platform/operation/schema.ts'

/** A listing was reserved, sold, or is to be had again. */
export const saleChanged = announcement('sale changed', Type.Object({ postId: Id }))

/** Somebody is about to write down by hand that so many of a listing are sold, or to correct what is known of its sale. */
export const saleChanging = announcement(
  'sale changing',
  Type.Object({ postId: Id, quantitySold: Type.Integer(), isCorrection: Type.Boolean() }),
)

/** A seller wrote down that somebody whom they chatted with bought of a listing. */
export const soldHere = announcement('sold here', Type.Object({ postId: Id, buyerId: Id }))

/** A seller took back what they wrote down: of one buyer, or of all who are known. */
export const saleUndone = announcement('sale undone', Type.Object({ postId: Id, buyerId: Nullable(Id) }))

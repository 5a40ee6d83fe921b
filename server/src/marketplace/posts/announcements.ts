import { Type } from 'typebox'
import { announcement } from '../../platform/operation/announcement.ts'
import { Id } from '../../platform/operation/schema.ts'

const Price = Type.Object({ price_minor: Type.Integer(), currency: Type.String() })

/** A listing costs something else, or as much in another currency. */
export const priceChanged = announcement(
  'price changed',
  Type.Object({ postId: Id, title: Type.String(), before: Price, after: Price }),
)

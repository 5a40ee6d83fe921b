import type { Static } from 'typebox'
import { majorOf } from '../../platform/money.ts'
import type { FloorRow } from './floor-queries.ts'
import type { OfferFloor } from './shapes.ts'

export const presentFloor = (
  postId: string,
  { currency, price_minor: minor }: FloorRow,
): Static<typeof OfferFloor> => ({
  post_id: postId,
  currency,
  price: minor === null ? null : majorOf(minor, currency),
  price_minor: minor,
})

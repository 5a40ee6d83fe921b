import { Type } from 'typebox'
import { minorOf } from '../../platform/money.ts'
import { operation } from '../../platform/operation/operation.ts'
import { Id, Nullable } from '../../platform/operation/schema.ts'
import { member } from '../access.ts'
import { lockRow, noSuchPost, pricePrecision } from '../posts/public.ts'
import { presentFloor } from './floor.ts'
import { deleteFloor, findFloor, upsertFloor } from './floor-queries.ts'
import { OfferFloor, proposalFields } from './shapes.ts'

export const setOfferFloor = operation({
  source: 'not in the specification; offers below it are declined at once, and nobody else learns it',
  method: 'PUT',
  path: '/offer-mgt/floor',
  summary: 'Say the lowest offer that you consider for a listing of yours, or that you consider any',
  access: member,
  body: Type.Object({
    post_id: Id,
    price: Nullable(proposalFields.price, 'of one piece, in the currency of the listing; null for any offer'),
  }),
  replies: { 200: { message: 'Floor set successfully', data: OfferFloor } },
  problems: [noSuchPost, pricePrecision],

  async handle({ body, caller, db, clock }) {
    const { post_id: postId, price } = body
    await lockRow(db, postId)
    const before = await findFloor(db, postId, caller.id)
    if (!before) throw noSuchPost()
    const { currency } = before
    if (price === null) {
      await deleteFloor(db, postId)
      return presentFloor(postId, { currency, price_minor: null })
    }
    const priceMinor = minorOf(price, currency, 'body.price')
    await upsertFloor(db, postId, { priceMinor, currency }, clock.now())
    return presentFloor(postId, { currency, price_minor: priceMinor })
  },
})

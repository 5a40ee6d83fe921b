import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { Id } from '../../platform/operation/schema.ts'
import { member } from '../access.ts'
import { accept, lockOffer, readOffer } from './answer.ts'
import { noSuchOffer, notAvailable, offerNotOpen, ownOffer } from './problems.ts'
import { Offer } from './shapes.ts'

export const acceptOffer = operation({
  source: 'not in the specification; what was offered is kept for the buyer, and for nobody else',
  method: 'POST',
  path: '/offer-mgt/accept/{offer_id}',
  summary: 'Accept an offer: its pieces are kept for the buyer for 24 hours',
  access: member,
  params: Type.Object({ offer_id: Id }),
  replies: { 200: { message: 'Offer accepted successfully', data: Offer } },
  problems: [noSuchOffer, notAvailable, offerNotOpen, ownOffer],

  async handle({ params, caller, ...work }) {
    const answering = await lockOffer(work, params.offer_id, caller.id)
    await accept(work, answering, caller.id)
    return readOffer(work, params.offer_id, caller.id)
  },
})

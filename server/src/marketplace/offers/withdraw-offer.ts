import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { Id } from '../../platform/operation/schema.ts'
import { member } from '../access.ts'
import { lockOffer, readOffer, withdraw } from './answer.ts'
import { noSuchOffer, notOfferer, offerNotOpen } from './problems.ts'
import { Offer } from './shapes.ts'

export const withdrawOffer = operation({
  source: 'not in the specification; by whoever made it, or by the buyer once it was accepted',
  method: 'POST',
  path: '/offer-mgt/withdraw/{offer_id}',
  summary: 'Take back an offer that you made, or let go what is kept for you',
  access: member,
  params: Type.Object({ offer_id: Id }),
  replies: { 200: { message: 'Offer withdrawn successfully', data: Offer } },
  problems: [noSuchOffer, notOfferer, offerNotOpen],

  async handle({ params, caller, ...work }) {
    const answering = await lockOffer(work, params.offer_id, caller.id)
    await withdraw(work, answering)
    return readOffer(work, params.offer_id, caller.id)
  },
})

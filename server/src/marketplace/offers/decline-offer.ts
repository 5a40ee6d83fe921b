import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { Id } from '../../platform/operation/schema.ts'
import { member } from '../access.ts'
import { decline, lockOffer, readOffer } from './answer.ts'
import { noSuchOffer, offerNotOpen, ownOffer } from './problems.ts'
import { Offer } from './shapes.ts'

export const declineOffer = operation({
  source: 'not in the specification; an answer that ends an offer',
  method: 'POST',
  path: '/offer-mgt/decline/{offer_id}',
  summary: 'Decline an offer that the other one made',
  access: member,
  params: Type.Object({ offer_id: Id }),
  replies: { 200: { message: 'Offer declined successfully', data: Offer } },
  problems: [noSuchOffer, offerNotOpen, ownOffer],

  async handle({ params, caller, ...work }) {
    const answering = await lockOffer(work, params.offer_id, caller.id)
    await decline(work, answering, caller.id)
    return readOffer(work, params.offer_id, caller.id)
  },
})

import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { Id } from '../../platform/operation/schema.ts'
import { member } from '../access.ts'
import { settleRequest } from '../chat/public.ts'
import { pricePrecision } from '../posts/public.ts'
import { checkAnswerable, findFree, lockOffer, move, readOffer } from './answer.ts'
import { tell } from './notice.ts'
import { noSuchOffer, notAvailable, offerNotOpen, ownOffer } from './problems.ts'
import { propose } from './proposal.ts'
import { Note, Offer, proposalFields } from './shapes.ts'

export const counterOffer = operation({
  source: 'not in the specification; an answer with another price, which closes the offer before it',
  method: 'POST',
  path: '/offer-mgt/counter/{offer_id}',
  summary: 'Answer an offer with another price; the other one has 48 hours to answer that',
  access: member,
  params: Type.Object({ offer_id: Id }),
  body: Type.Object({
    ...proposalFields,
    quantity: Type.Optional({ ...proposalFields.quantity, description: 'as in the offer unless said' }),
    note: Type.Optional(Note),
  }),
  replies: { 200: { message: 'Offer countered successfully', data: Offer } },
  problems: [noSuchOffer, notAvailable, offerNotOpen, ownOffer, pricePrecision],
  limit: { max: 120, strict: 30, windowSeconds: 3600 },

  async handle({ params, body, caller, ...work }) {
    const answering = await lockOffer(work, params.offer_id, caller.id)
    checkAnswerable(work, answering)
    const { offer, room, side } = answering
    const { price, quantity = offer.quantity, note = '' } = body
    const listing = await findFree(work, offer, caller.id, quantity)
    await tell(work, await move(work, offer, { status: 'countered' }), { to: {}, actor: side })
    await settleRequest(work.db, { roomId: room.id, userId: caller.id, isAccepted: true })
    const ends = { buyerId: offer.buyer_id, sellerId: offer.seller_id }
    const proposal = { room, listing, ...ends, madeBy: side, answers: offer.id }
    const { offer: countered } = await propose(work, caller, proposal, { price, quantity, note })
    return readOffer(work, countered.id, caller.id)
  },
})

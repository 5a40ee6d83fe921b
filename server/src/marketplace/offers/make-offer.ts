import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { member } from '../access.ts'
import { chatBlocked } from '../chat/public.ts'
import { ShownPostId } from '../ids.ts'
import { readOffer } from './answer.ts'
import { makingProblems } from './problems.ts'
import { enterRoom, make } from './proposal.ts'
import { Note, Offer, proposalFields } from './shapes.ts'

export const makeOffer = operation({
  source: 'not in the specification; a price that a buyer names, in the chat with the seller',
  method: 'POST',
  path: '/offer-mgt/make',
  summary: 'Offer a price for a listing; the seller has 48 hours to answer',
  access: member,
  body: Type.Object({ post_id: ShownPostId, ...proposalFields, note: Type.Optional(Note) }),
  replies: { 200: { message: 'Offer made successfully', data: Offer } },
  problems: [...makingProblems, chatBlocked],
  limit: { max: 120, strict: 30, windowSeconds: 3600 },

  async handle({ body, caller, request, ...work }) {
    const { post_id: postId, price, quantity = 1, note = '' } = body
    const room = await enterRoom(work, { callerId: caller.id, postId, quantity, ip: request.ip })
    const { offer } = await make(work, caller, { room, postId }, { price, quantity, note })
    return readOffer(work, offer.id, caller.id)
  },
})

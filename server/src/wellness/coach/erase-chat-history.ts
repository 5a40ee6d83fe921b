import { Type } from 'typebox'
import { forgetAnswers } from '../../platform/operation/idempotency.ts'
import { operation } from '../../platform/operation/operation.ts'
import { Id } from '../../platform/operation/schema.ts'
import { user } from '../access.ts'
import { conversationsErased } from './events.ts'
import { noSuchConversation } from './problems.ts'
import { deleteConversations, lockPerson } from './queries.ts'

export const eraseChatHistory = operation({
  source: 'not in the specification; so that what somebody confided goes when they say so',
  method: 'DELETE',
  path: '/user/chat-history',
  summary: 'Erase a conversation with the coach, or all of them',
  access: user,
  query: Type.Object({ conversationId: Type.Optional(Id) }),
  replies: {
    200: {
      message: 'Erased',
      data: Type.Object({
        conversations: Type.Integer({ description: 'how many went' }),
        messages: Type.Integer(),
      }),
    },
  },
  problems: [noSuchConversation],

  async handle({ query, caller, db, clock, pipeline, publish, product }) {
    const { id: userId } = caller
    // Whoever writes at the same moment is through, or begins anew.
    await lockPerson(db, userId, clock.now())
    const erased = await deleteConversations(db, { userId, conversationId: query.conversationId ?? null })
    if (query.conversationId !== undefined && erased.conversations === 0) throw noSuchConversation()
    // The answers that are kept for repeats hold the same words.
    pipeline(forgetAnswers(db, { product, operation: 'sendChatMessage', callerId: userId }))
    publish(conversationsErased, { recipientId: userId, data: {} })
    return erased
  },
})

import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { reply } from '../../platform/operation/reply.ts'
import { member } from '../access.ts'
import { PersonId, ShownPostId } from '../ids.ts'
import { presentRoom } from './card.ts'
import { openRoom } from './opening.ts'
import {
  cannotChatSelf,
  chatBlocked,
  noSuchChatroom,
  noSuchPost,
  noSuchUser,
  notProductParty,
  postNotAvailable,
} from './problems.ts'
import { selectRoom } from './queries.ts'
import { ChatRoomRecord } from './shapes.ts'

export const createChatroom = operation({
  key: 'M51',
  source: 'named in the specification with POST; path and body chosen here, the record is that of 2.2',
  method: 'POST',
  path: '/chat-mgt/create-chatroom',
  summary:
    'Start a chat with somebody, about a listing of one of you or about nothing, or find the one you have',
  access: member,
  body: Type.Object({ user_id: PersonId, product_id: Type.Optional(ShownPostId) }),
  replies: {
    200: {
      message: 'Chatroom created successfully',
      data: ChatRoomRecord,
      meta: Type.Object({ created: Type.Boolean() }),
    },
  },
  problems: [cannotChatSelf, notProductParty, chatBlocked, noSuchUser, noSuchPost, postNotAvailable],

  async handle({ body, caller, request, ...work }) {
    if (body.user_id === caller.id) throw cannotChatSelf()
    const { id, isNew } = await openRoom(work, {
      callerId: caller.id,
      peerId: body.user_id,
      postId: body.product_id ?? null,
      ip: request.ip,
    })
    const row = await selectRoom(work.db, id, caller.id, work.clock.now())
    if (!row) throw noSuchChatroom()
    return reply({
      data: presentRoom(row, caller.id, work.publicUrl),
      meta: { created: isNew },
      message: isNew ? 'Chatroom created successfully' : 'Chatroom found',
    })
  },
})

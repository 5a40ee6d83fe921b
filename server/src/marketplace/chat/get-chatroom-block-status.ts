import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { Id } from '../../platform/operation/schema.ts'
import { member } from '../access.ts'
import { selectBlockers } from '../users/public.ts'
import { noSuchChatroom } from './problems.ts'
import { findRoom } from './queries.ts'
import { BlockStatus, presentBlockStatus } from './shapes.ts'

export const getChatroomBlockStatus = operation({
  key: 'M59',
  source: 'named in the specification with GET; path and shape chosen here',
  method: 'GET',
  path: '/chat-mgt/get-chatroom-block-status/{chatroom_id}',
  summary: 'See whether one of your chats is blocked, by whom, and whether you can lift that',
  access: member,
  params: Type.Object({ chatroom_id: Id }),
  replies: { 200: { message: 'Block status fetched successfully', data: BlockStatus } },
  problems: [noSuchChatroom],

  async handle({ params, caller, db }) {
    const room = await findRoom(db, params.chatroom_id, caller.id)
    if (!room) throw noSuchChatroom()
    const blockers = await selectBlockers(db, caller.id, room.peer_id)
    return presentBlockStatus(room.id, blockers, caller.id)
  },
})

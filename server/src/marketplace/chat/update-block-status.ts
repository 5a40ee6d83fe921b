import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { Id } from '../../platform/operation/schema.ts'
import { member } from '../access.ts'
import { changeBlock, selectBlockers } from '../users/public.ts'
import { presentRoom } from './card.ts'
import { noSuchChatroom, notBlocker } from './problems.ts'
import { findRoom, selectRoom } from './queries.ts'
import { ChatRoomRecord } from './shapes.ts'

export const updateBlockStatus = operation({
  key: 'M55',
  source: 'named in the specification with PUT; path, body and layering of mutual blocks chosen here',
  method: 'PUT',
  path: '/chat-mgt/update-block-status',
  summary: 'Block the other person of a chat in all your chats, or lift your block',
  access: member,
  body: Type.Object({ chatroom_id: Id, is_blocked: Type.Boolean() }),
  replies: { 200: { message: 'Block status updated successfully', data: ChatRoomRecord } },
  problems: [noSuchChatroom, notBlocker],

  async handle({ body, caller, ...work }) {
    const { db, clock } = work
    const room = await findRoom(db, body.chatroom_id, caller.id)
    if (!room) throw noSuchChatroom()
    const block = { blockerId: caller.id, blockedId: room.peer_id, isBlocked: body.is_blocked }
    const isChanged = await changeBlock(work, block)
    if (!isChanged && !body.is_blocked && (await selectBlockers(db, caller.id, room.peer_id)).length > 0)
      throw notBlocker()
    const row = await selectRoom(db, room.id, caller.id, clock.now())
    if (!row) throw noSuchChatroom()
    return presentRoom(row, caller.id, work.publicUrl)
  },
})

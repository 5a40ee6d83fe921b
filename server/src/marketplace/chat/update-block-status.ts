import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { Id } from '../../platform/operation/schema.ts'
import { member } from '../access.ts'
import { retractNotificationsBetween, tellChanged } from '../notifications/public.ts'
import { selectBlockers, setBlock } from '../users/public.ts'
import { presentRoom } from './card.ts'
import { roomUpdated } from './events.ts'
import { refreshRooms } from './kept-cards.ts'
import { noSuchChatroom, notBlocker } from './problems.ts'
import { findRoom, findRoomsOfPair, pairOf, selectRoom } from './queries.ts'
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
    const at = clock.now()
    const pair = [caller.id, room.peer_id] as const
    const block = { blockerId: caller.id, blockedId: room.peer_id, isBlocked: body.is_blocked, at }
    const isChanged = await setBlock(db, block)
    if (!isChanged && !body.is_blocked && (await selectBlockers(db, ...pair)).length > 0) throw notBlocker()
    if (isChanged) {
      if (body.is_blocked) await retractNotificationsBetween(db, room.peer_id, caller.id, at)
      tellChanged(work, pair)
      const rooms = await findRoomsOfPair(db, pairOf(...pair))
      await refreshRooms(db, rooms)
      for (const id of rooms)
        for (const recipientId of pair) work.publish(roomUpdated, { recipientId, data: { chatroom_id: id } })
    }
    const row = await selectRoom(db, room.id, caller.id, at)
    if (!row) throw noSuchChatroom()
    return presentRoom(row, caller.id, work.publicUrl)
  },
})

import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { member } from '../access.ts'
import { presentRoom } from './card.ts'
import { lastActive, selectRooms } from './queries.ts'
import { ChatRoomRecord } from './shapes.ts'

const most = 500

export const getChatRooms = operation({
  key: 'M54',
  source: 'path, method and record shown in the specification, 4.4 and 2.2; order and paging chosen here',
  method: 'GET',
  path: '/chat-mgt/get-chat-rooms',
  summary: 'List your chats, the one with the newest message first',
  access: member,
  // The interface shows a call without parameters, which should find everything.
  paged: { limit: most, most },
  replies: { 200: { message: 'Chat rooms fetched successfully', data: Type.Array(ChatRoomRecord) } },

  async handle({ caller, page, db, clock, publicUrl }) {
    const wanted = { now: clock.now(), after: page.after, limit: page.limit + 1 }
    const rows = await selectRooms(db, caller.id, wanted)
    return page.of(rows, lastActive.keyOf, (row) => presentRoom(row, caller.id, publicUrl))
  },
})

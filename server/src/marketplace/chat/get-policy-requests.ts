import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { member } from '../access.ts'
import { presentRoom } from './card.ts'
import { lastActive, selectRooms } from './queries.ts'
import { ChatRoomRecord } from './shapes.ts'

export const getPolicyRequests = operation({
  source: 'added here: chats that strangers began, kept apart as the preferences say',
  method: 'GET',
  path: '/notification-mgt/policy-requests',
  summary:
    'List the chats of strangers that wait for you to accept them, the one with the newest message first',
  tag: 'notifications',
  access: member,
  paged: { limit: 20 },
  replies: { 200: { message: 'Requests fetched successfully', data: Type.Array(ChatRoomRecord) } },

  async handle({ caller, page, db, clock, publicUrl }) {
    const wanted = { now: clock.now(), after: page.after, limit: page.limit + 1 }
    const rows = await selectRooms(db, caller.id, wanted, 'filtered')
    return page.of(rows, lastActive.keyOf, (row) => presentRoom(row, caller.id, publicUrl))
  },
})

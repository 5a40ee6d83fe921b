import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { cursorInvalid, invalidField } from '../../platform/operation/problem.ts'
import { Id, Integer } from '../../platform/operation/schema.ts'
import type { Work } from '../../platform/operation/work.ts'
import { member } from '../access.ts'
import { selectBlockers } from '../users/public.ts'
import { messageSeen } from './events.ts'
import { settle } from './notice.ts'
import { noSuchChatroom } from './problems.ts'
import {
  findRoom,
  lockRoom,
  markSeen,
  messageOrder,
  type Room,
  selectMessages,
  selectRoom,
} from './queries.ts'
import { ChatRoomRecord, MessageRecord, presentMessage } from './shapes.ts'
import { roomPresenter } from './view.ts'

const Seq = Integer(0, Number.MAX_SAFE_INTEGER)

/** Moves the reader's marker and tells the other person; the room is locked, and no block stands between them. */
async function see(work: Work, room: Room, readerId: string, seq: number): Promise<void> {
  if (!(await markSeen(work.db, room.id, readerId, seq))) return
  await settle(work, room.id, readerId)
  const data = { chatroom_id: room.id, seen_seq: seq }
  work.publish(messageSeen, { recipientId: room.peer_id, data })
}

export const getMessages = operation({
  key: 'M53',
  source: 'named in the specification with POST; path, body, paging and shape chosen here',
  method: 'POST',
  path: '/chat-mgt/get-messages',
  summary: 'Read the messages of a chat, newest first, or oldest first after one that you have',
  access: member,
  body: Type.Object({
    chatroom_id: Id,
    before_seq: Type.Optional(Seq),
    after_seq: Type.Optional(Seq),
    mark_seen: Type.Optional(Type.Boolean({ default: true })),
  }),
  paged: { limit: 50 },
  replies: {
    200: {
      message: 'Messages fetched successfully',
      data: Type.Array(MessageRecord),
      meta: Type.Object({ room: ChatRoomRecord }),
    },
  },
  problems: [noSuchChatroom],

  async handle({ body, caller, page, ...work }) {
    const { db } = work
    if (body.before_seq !== undefined && body.after_seq !== undefined)
      throw invalidField('body.after_seq', 'exclusive', 'cannot stand beside before_seq')
    const isOldestFirst = body.after_seq !== undefined
    const scope = `${body.chatroom_id} ${isOldestFirst}`
    const order = isOldestFirst ? messageOrder.oldestFirst : messageOrder.newestFirst
    const [ofScope, ...last] = page.after ?? []
    if (page.after && ofScope !== scope) throw cursorInvalid()
    const from = body.after_seq ?? body.before_seq
    const after = page.after ? last : from === undefined ? undefined : [from]
    const isSeeing = body.mark_seen !== false
    const room = await (isSeeing ? lockRoom : findRoom)(db, body.chatroom_id, caller.id)
    if (!room) throw noSuchChatroom()
    // A marker that moved would tell somebody blocked that their messages are read.
    const marks = isSeeing && (await selectBlockers(db, caller.id, room.peer_id)).length === 0
    const filter = { roomId: room.id, viewerId: caller.id, order, after }
    const rows = await selectMessages(db, { ...filter, limit: page.limit + 1 })
    if (marks && rows.length > 0)
      await see(work, room, caller.id, Math.max(...rows.slice(0, page.limit).map((row) => row.seq)))
    const state = await selectRoom(db, room.id, caller.id)
    if (!state) throw noSuchChatroom()
    const present = await roomPresenter(work, caller.id, [state])
    const { publicUrl } = work.services.settings
    return page.of(
      rows,
      (row) => [scope, ...order.keyOf(row)],
      (row) =>
        presentMessage({ ...row, is_seen: row.is_seen || (marks && row.sender_id !== caller.id) }, publicUrl),
      { room: present(state) },
    )
  },
})

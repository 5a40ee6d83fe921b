import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { cursorInvalid, invalidField } from '../../platform/operation/problem.ts'
import { exampleId, Id, Integer } from '../../platform/operation/schema.ts'
import type { Work } from '../../platform/operation/work.ts'
import { member } from '../access.ts'
import { presentRoom } from './card.ts'
import { messageSeen } from './events.ts'
import { settle } from './notice.ts'
import { noSuchChatroom } from './problems.ts'
import { lockRoom, markRead, messageOrder, type OpenRoomRow, selectMessages, selectRoom } from './queries.ts'
import { ChatRoomRecord, MessageRecord, presentMessage } from './shapes.ts'

const Seq = Integer(0, Number.MAX_SAFE_INTEGER)

/** The room once its messages are read up to `seq`; tells the other person, unless one of them blocked the other. */
async function see(work: Work, state: OpenRoomRow, readerId: string, seq: number): Promise<OpenRoomRow> {
  if (seq <= state.last_read_seq && seq <= state.seen_seq) return state
  const room = await lockRoom(work.db, state.id, readerId)
  if (!room) throw noSuchChatroom()
  const { isRead, isSeen, unreadCount, seenSeq } = await markRead(work.db, { roomId: room.id, readerId, seq })
  if (isRead) await settle(work, room.id, readerId)
  const data = { chatroom_id: room.id, seen_seq: seq }
  if (isSeen) work.publish(messageSeen, { recipientId: room.peer_id, data })
  const isLastSeen = state.is_last_own ? state.is_last_seen : state.last_seq <= seenSeq
  return { ...state, unread_count: unreadCount, seen_seq: seenSeq, is_last_seen: isLastSeen }
}

export const getMessages = operation({
  key: 'M53',
  source: 'named in the specification with POST; path, body, paging and shape chosen here',
  method: 'POST',
  path: '/chat-mgt/get-messages',
  summary: 'Read the messages of a chat, newest first, or oldest first after one that you have',
  access: member,
  // It is read again rather than kept for repeats; messages are seen once.
  idempotency: 'own',
  body: Type.Object(
    {
      chatroom_id: Id,
      before_seq: Type.Optional({ ...Seq, description: 'older than this `seq`, newest first' }),
      after_seq: Type.Optional({
        ...Seq,
        description: 'newer than this `seq`, oldest first: what you have missed; not with `before_seq`',
      }),
      mark_seen: Type.Optional(
        Type.Boolean({ default: true, description: 'false leaves them unread, and tells nobody' }),
      ),
    },
    { examples: [{ chatroom_id: exampleId, after_seq: 41, mark_seen: true }] },
  ),
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
    const state = await selectRoom(db, body.chatroom_id, caller.id, work.clock.now())
    if (!state) throw noSuchChatroom()
    const filter = { roomId: state.id, viewerId: caller.id, order, after }
    const rows = await selectMessages(db, { ...filter, limit: page.limit + 1 })
    const seq = Math.max(0, ...rows.slice(0, page.limit).map((row) => row.seq))
    const seen = body.mark_seen === false ? state : await see(work, state, caller.id, seq)
    return page.of(
      rows,
      (row) => [scope, ...order.keyOf(row)],
      (row) =>
        presentMessage(
          { ...row, is_seen: row.is_seen || (row.sender_id !== caller.id && row.seq <= seen.seen_seq) },
          { viewerId: caller.id, publicUrl: work.publicUrl, now: work.clock.now() },
        ),
      { room: presentRoom(seen, caller.id, work.publicUrl) },
    )
  },
})

import { Type } from 'typebox'
import { filledEvent, liveEvent } from '../../platform/events/live-event.ts'
import { Id } from '../../platform/operation/schema.ts'
import { selectMessagesFor } from './queries.ts'
import { MessageRecord, presentMessage } from './shapes.ts'

/** A chat is not what it was: load it anew. */
export const roomUpdated = liveEvent('room.updated', Type.Object({ chatroom_id: Id }))
/** Something was written. */
export const messageNew = filledEvent('message.new', MessageRecord, {
  kept: Type.Object({ _id: Id }),
  async fill({ db, clock, publicUrl }, recipientId, kept) {
    const rows = await selectMessagesFor(
      db,
      recipientId,
      kept.map(({ _id }) => _id),
    )
    const looking = { viewerId: recipientId, publicUrl, now: clock.now() }
    const told = new Map(rows.map((row) => [row.id, presentMessage(row, looking)]))
    return kept.map(({ _id }) => told.get(_id))
  },
})
/** The other person has seen the messages up to here. */
export const messageSeen = liveEvent(
  'message.seen',
  Type.Object({ chatroom_id: Id, seen_seq: Type.Integer() }),
)
/** A message is gone, for you or for both. */
export const messageDeleted = liveEvent(
  'message.deleted',
  Type.Object({ _id: Id, chatroom_id: Id, seq: Type.Integer() }),
)

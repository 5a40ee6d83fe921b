import { newId } from '../../platform/ids.ts'
import { attachUploads } from '../../platform/media/uploads.ts'
import type { Work } from '../../platform/operation/work.ts'
import { messageNew } from './events.ts'
import { announce } from './notice.ts'
import { chatBlocked, mediaNotReady, noSuchMessage, roomClosed } from './problems.ts'
import {
  type Appended,
  type Meetup,
  type MessageRow,
  type NewMessage,
  type Room,
  selectMessage,
} from './queries.ts'

export interface Written {
  roomId: string
  text: string
  media: readonly string[]
  meetup: Meetup | null
  replyTo: string | null
  clientMessageId: string | null
}

/** A message before it has its place in a chat. */
export const newMessage = (
  { clock }: Pick<Work, 'clock'>,
  senderId: string,
  written: Written,
): NewMessage => ({
  id: newId(),
  room_id: written.roomId,
  sender_id: senderId,
  text: written.text,
  media_ids: [...written.media],
  meetup: written.meetup,
  reply_to: written.replyTo,
  client_message_id: written.clientMessageId,
  created_at: clock.now(),
})

/** What was sent before under the id that its sender chose. */
export async function findSent(
  { db }: Pick<Work, 'db'>,
  { room_id: roomId, sender_id: senderId, client_message_id: clientMessageId }: NewMessage,
): Promise<MessageRow | undefined> {
  return clientMessageId === null ? undefined : selectMessage(db, { roomId, senderId, clientMessageId })
}

/**
 * Tells of a message that was appended, and takes its pictures into use; one that makes an offer has a notice of its own.
 * @throws when it was not appended: one of the two blocked the other, nobody is left to read it, or it answers none
 */
export async function deliver(
  work: Work,
  room: Room,
  { message, appended, senderName }: { message: NewMessage; appended: Appended; senderName: string },
): Promise<MessageRow> {
  const { seq, isMuted, ...found } = appended
  if (found.isBlocked) throw chatBlocked()
  if (!found.isOpen) throw roomClosed()
  if (seq === null) throw noSuchMessage()
  const { sender_id: senderId, media_ids: media } = message
  const ready = await attachUploads(work.db, media, { realm: 'marketplace', ownerId: senderId })
  if (ready.length < media.length) throw mediaNotReady()
  const sender = { sender_name: senderName, sender_status: 'active', reader_language: null }
  const row = { ...message, ...sender, seq, offer: null, is_seen: false, deleted_at: null }
  if (!isMuted && !message.offer_id) announce(work, room.peer_id, row, found)
  for (const recipientId of [...(found.isHeld ? [] : [room.peer_id]), senderId])
    work.publish(messageNew, { recipientId, data: { _id: row.id } })
  return row
}

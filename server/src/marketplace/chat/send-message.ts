import { Type } from 'typebox'
import { newId } from '../../platform/ids.ts'
import { attachUploads } from '../../platform/media/uploads.ts'
import { parseInstant } from '../../platform/operation/instant.ts'
import { operation } from '../../platform/operation/operation.ts'
import { invalidField } from '../../platform/operation/problem.ts'
import { Id, Instant, Point, Text, Verbatim } from '../../platform/operation/schema.ts'
import { member } from '../access.ts'
import { messageNew } from './events.ts'
import { announce } from './notice.ts'
import {
  chatBlocked,
  emptyMessage,
  mediaNotReady,
  noSuchChatroom,
  noSuchMessage,
  roomClosed,
} from './problems.ts'
import { appendMessage, lockRoom, type Meetup, selectMessage } from './queries.ts'
import { MessageRecord, presentMessage } from './shapes.ts'

/** @throws when it is not at a moment, or at no place on Earth. */
function meetupOf({
  place,
  at,
  location,
}: {
  place: string
  at: string
  location?: { coordinates: number[] }
}): Meetup {
  const moment = parseInstant(at, 'body.meetup.at')
  const [longitude = 0, latitude = 0] = location?.coordinates ?? []
  if (Math.abs(latitude) > 90)
    throw invalidField('body.meetup.location.coordinates.1', 'latitude', 'must be between -90 and 90')
  return { place, at: moment.toISOString(), point: location ? { longitude, latitude } : null }
}

export const sendMessage = operation({
  key: 'M52',
  source: 'named in the specification with POST; path, body and shape chosen here',
  method: 'POST',
  path: '/chat-mgt/send-message',
  summary: 'Send words, pictures or a proposal to meet to the other person of a chat',
  access: member,
  body: Type.Object({
    chatroom_id: Id,
    messageText: Type.Optional(Text(0, 4000, { example: 'Is it still there?' })),
    media: Type.Optional(
      Type.Array(Id, { maxItems: 10, uniqueItems: true, description: 'your uploads that are ready' }),
    ),
    meetup: Type.Optional(
      Type.Object(
        { place: Text(1, 120, { example: 'Old Town' }), at: Instant, location: Type.Optional(Point) },
        { description: 'a proposal to meet' },
      ),
    ),
    reply_to: Type.Optional(Id),
    client_message_id: Type.Optional(
      Verbatim(8, 64, {
        description: 'of your choice; a repeat answers with the message that is there',
        example: 'c0ffee-0001',
      }),
    ),
  }),
  replies: { 200: { message: 'Message sent successfully', data: MessageRecord } },
  problems: [emptyMessage, mediaNotReady, chatBlocked, noSuchChatroom, noSuchMessage, roomClosed],
  limit: [
    { max: 30, strict: 5, windowSeconds: 1 },
    { max: 600, strict: 60, windowSeconds: 60 },
  ],

  async handle({ body, caller, ...work }) {
    const { db, publicUrl } = work
    const at = work.clock.now()
    const { messageText: text = '', media = [], client_message_id: clientMessageId = null } = body
    const meetup = body.meetup ? meetupOf(body.meetup) : null
    if (text === '' && media.length === 0 && !meetup) throw emptyMessage()
    const message = {
      id: newId(),
      room_id: body.chatroom_id,
      sender_id: caller.id,
      text,
      media_ids: media,
      meetup,
      reply_to: body.reply_to ?? null,
      client_message_id: clientMessageId,
      created_at: at,
    }
    const isOver = meetup !== null && new Date(meetup.at) < at
    // One after the other in the database, in one write from here.
    const [room, appended] = await Promise.all([
      lockRoom(db, message.room_id, caller.id),
      isOver ? undefined : appendMessage(db, message),
    ])
    if (!room) throw noSuchChatroom()
    // What was taken once is taken again, even if its meeting is over by now.
    if (clientMessageId !== null && !appended?.seq) {
      const sent = await selectMessage(db, { roomId: room.id, senderId: caller.id, clientMessageId })
      if (sent) return presentMessage(sent, publicUrl)
    }
    if (!appended) throw invalidField('body.meetup.at', 'future', 'must not have been already')
    const { seq, isMuted, ...found } = appended
    if (found.isBlocked) throw chatBlocked()
    if (!found.isOpen) throw roomClosed()
    if (seq === null) throw noSuchMessage()
    const ready = await attachUploads(db, media, { realm: 'marketplace', ownerId: caller.id })
    if (ready.length < media.length) throw mediaNotReady()

    const sender = { sender_name: caller.name, sender_status: 'active', reader_language: null }
    const row = { ...message, ...sender, seq, is_seen: false, deleted_at: null }
    if (!isMuted) announce(work, room.peer_id, row, found)
    for (const recipientId of [...(found.isHeld ? [] : [room.peer_id]), caller.id])
      work.publish(messageNew, { recipientId, data: { _id: row.id } })
    return presentMessage(row, publicUrl)
  },
})

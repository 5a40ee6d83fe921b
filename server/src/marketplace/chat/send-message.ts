import { Type } from 'typebox'
import { newId } from '../../platform/ids.ts'
import { attachUploads } from '../../platform/media/uploads.ts'
import { parseInstant } from '../../platform/operation/instant.ts'
import { operation } from '../../platform/operation/operation.ts'
import { invalidField } from '../../platform/operation/problem.ts'
import { Id, Instant, Point, Text, Verbatim } from '../../platform/operation/schema.ts'
import { member } from '../access.ts'
import { findPerson, selectBlockers } from '../users/public.ts'
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

/** @throws when it is not a moment to come, at a place on Earth. */
function meetupOf(
  { place, at, location }: { place: string; at: string; location?: { coordinates: number[] } },
  now: Date,
): Meetup {
  const moment = parseInstant(at, 'body.meetup.at')
  if (moment < now) throw invalidField('body.meetup.at', 'future', 'must not have been already')
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
    messageText: Type.Optional(Text(0, 4000)),
    media: Type.Optional(
      Type.Array(Id, { maxItems: 10, uniqueItems: true, description: 'your uploads that are ready' }),
    ),
    meetup: Type.Optional(
      Type.Object(
        { place: Text(1, 120), at: Instant, location: Type.Optional(Point) },
        { description: 'a proposal to meet' },
      ),
    ),
    reply_to: Type.Optional(Id),
    client_message_id: Type.Optional(
      Verbatim(8, 64, { description: 'of your choice; a repeat answers with the message that is there' }),
    ),
  }),
  replies: { 200: { message: 'Message sent successfully', data: MessageRecord } },
  problems: [emptyMessage, mediaNotReady, chatBlocked, noSuchChatroom, noSuchMessage, roomClosed],

  async handle({ body, caller, ...work }) {
    const { db, clock } = work
    const { publicUrl } = work.services.settings
    const { messageText: text = '', media = [], client_message_id: clientMessageId = null } = body
    const room = await lockRoom(db, body.chatroom_id, caller.id)
    if (!room) throw noSuchChatroom()
    if (clientMessageId !== null) {
      const sent = await selectMessage(db, { roomId: room.id, senderId: caller.id, clientMessageId })
      if (sent) return presentMessage(sent, publicUrl)
    }
    const meetup = body.meetup ? meetupOf(body.meetup, clock.now()) : null
    if (text === '' && media.length === 0 && !meetup) throw emptyMessage()
    if ((await selectBlockers(db, caller.id, room.peer_id)).length > 0) throw chatBlocked()
    if (!room.is_active || !(await findPerson(db, room.peer_id))) throw roomClosed()
    const replyTo = body.reply_to ?? null
    if (replyTo !== null && (await selectMessage(db, { id: replyTo }))?.room_id !== room.id)
      throw noSuchMessage()
    const ready = await attachUploads(db, media, { realm: 'marketplace', ownerId: caller.id })
    if (ready.length < media.length) throw mediaNotReady()

    const message = {
      id: newId(),
      senderId: caller.id,
      text,
      mediaIds: media,
      meetup,
      replyTo,
      clientMessageId,
    }
    const { isMuted } = await appendMessage(db, room, message, clock.now())
    const row = await selectMessage(db, { id: message.id })
    if (!row) throw noSuchMessage()
    if (!isMuted) await announce(work, room.peer_id, row)
    const data = presentMessage(row, publicUrl)
    for (const recipientId of [room.peer_id, caller.id]) work.publish(messageNew, { recipientId, data })
    return data
  },
})

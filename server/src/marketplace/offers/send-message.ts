import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { invalidField } from '../../platform/operation/problem.ts'
import { exampleId, Id, Instant, Point, Text, Verbatim } from '../../platform/operation/schema.ts'
import { member } from '../access.ts'
import {
  appendMessage,
  chatBlocked,
  deliver,
  emptyMessage,
  findSent,
  lockRoom,
  type Meetup,
  MessageRecord,
  mediaNotReady,
  newMessage,
  noSuchChatroom,
  noSuchMessage,
  presentMessage,
  roomClosed,
} from '../chat/public.ts'
import { makingProblems } from './problems.ts'
import { sendOffer } from './proposal.ts'
import { proposalFields } from './shapes.ts'

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
  const moment = new Date(at)
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
  summary: 'Send words, pictures, a proposal to meet or an offer to the other person of a chat',
  tag: 'chat',
  access: member,
  body: Type.Object(
    {
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
      offer: Type.Optional(
        Type.Object(proposalFields, {
          description:
            'the same as making one about the listing of the chat, with `messageText` as its note; not beside pictures or a meeting',
        }),
      ),
      reply_to: Type.Optional(Id),
      client_message_id: Type.Optional(
        Verbatim(8, 64, {
          description: 'of your choice; a repeat answers with the message that is there',
          example: 'c0ffee-0001',
        }),
      ),
    },
    {
      examples: [
        { chatroom_id: exampleId, messageText: 'Is it still there?', client_message_id: 'c0ffee-0001' },
      ],
    },
  ),
  replies: { 200: { message: 'Message sent successfully', data: MessageRecord } },
  problems: [
    emptyMessage,
    mediaNotReady,
    chatBlocked,
    noSuchChatroom,
    noSuchMessage,
    roomClosed,
    ...makingProblems,
  ],
  limit: [
    { max: 30, strict: 5, windowSeconds: 1 },
    { max: 600, strict: 60, windowSeconds: 60 },
  ],

  async handle({ body, caller, ...work }) {
    const { db, publicUrl } = work
    const at = work.clock.now()
    const looking = { viewerId: caller.id, publicUrl, now: at }
    if (body.offer) return presentMessage(await sendOffer(work, caller, body, body.offer), looking)
    const { messageText: text = '', media = [] } = body
    const meetup = body.meetup ? meetupOf(body.meetup) : null
    if (text === '' && media.length === 0 && !meetup) throw emptyMessage()
    const message = newMessage(work, caller.id, {
      roomId: body.chatroom_id,
      text,
      media,
      meetup,
      replyTo: body.reply_to ?? null,
      clientMessageId: body.client_message_id ?? null,
    })
    const isOver = meetup !== null && new Date(meetup.at) < at
    // One after the other in the database, in one write from here.
    const [room, appended] = await Promise.all([
      lockRoom(db, message.room_id, caller.id),
      isOver ? undefined : appendMessage(db, message),
    ])
    if (!room) throw noSuchChatroom()
    // What was taken once is taken again, even if its meeting is over by now.
    const sent = appended?.seq ? undefined : await findSent(work, message)
    if (sent) return presentMessage(sent, looking)
    if (!appended) throw invalidField('body.meetup.at', 'future', 'must not have been already')
    const row = await deliver(work, room, { message, appended, senderName: caller.name })
    return presentMessage(row, looking)
  },
})

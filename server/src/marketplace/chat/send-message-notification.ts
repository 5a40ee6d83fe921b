import { type Static, Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { Id, OneOf } from '../../platform/operation/schema.ts'
import { member } from '../access.ts'
import { remind } from './notice.ts'
import { noSuchMessage } from './problems.ts'
import { findUnread, lockRoom, markSignalled, selectMessage, selectSignal } from './queries.ts'

const Outcome = Type.Object({
  delivered: Type.Boolean({ description: 'whether it was taken for the other person' }),
  reason: Type.Optional(
    OneOf(['seen', 'blocked', 'closed', 'repeated', 'silent'], {
      description:
        'why not: they saw it, one of you blocked the other, nobody is left to read it, it was done before, or they want no notice of it now',
    }),
  ),
})

const not = (reason: Static<typeof Outcome>['reason']): Static<typeof Outcome> =>
  reason === undefined ? { delivered: true } : { delivered: false, reason }

export const sendMessageNotification = operation({
  key: 'M79',
  source: 'named in the specification with POST; path, body and reply chosen here',
  method: 'POST',
  path: '/message-notification/send',
  summary: 'Remind the other person of a message of yours that they have not seen, once',
  tag: 'notifications',
  access: member,
  body: Type.Object({ message_id: Id }),
  replies: { 200: { message: 'Message notification handled', data: Outcome } },
  problems: [noSuchMessage],
  limit: { max: 30, strict: 10, windowSeconds: 60 },

  async handle({ body, caller, ...work }) {
    const { db, clock } = work
    const now = clock.now()
    const found = await selectMessage(db, { id: body.message_id })
    const isOwn = found?.sender_id === caller.id && found.deleted_at === null
    const room = isOwn && (await lockRoom(db, found.room_id, caller.id))
    const state = room && (await selectSignal(db, found.id, now))
    if (!room || !state) throw noSuchMessage()
    if (state.isBlocked) return not('blocked')
    if (!state.isOpen) return not('closed')
    if (state.isSeen) return not('seen')
    if (state.isSignalled) return not('repeated')
    // Of a chat that was not accepted its beginner learns nothing: it is as if they had not looked.
    if (!state.isHeld) {
      const unread = await findUnread(db, room.id, room.peer_id, found.seq)
      if (state.isMuted || unread?.seq !== found.seq) return not('silent')
      await remind(work, room.peer_id, unread)
    }
    await markSignalled(db, found.id, now)
    return not(undefined)
  },
})

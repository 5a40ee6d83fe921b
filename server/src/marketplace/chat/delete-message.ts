import { Type } from 'typebox'
import { purgeUploads } from '../../platform/media/jobs.ts'
import { operation } from '../../platform/operation/operation.ts'
import { Id, OneOf } from '../../platform/operation/schema.ts'
import { member } from '../access.ts'
import { messageDeleted } from './events.ts'
import { settle } from './notice.ts'
import { messageIsOffer, noSuchMessage, notSender } from './problems.ts'
import { deleteForBoth, hideForOne, lockRoom, selectMessage } from './queries.ts'
import { MessageRecord, presentMessage } from './shapes.ts'

export const deleteMessage = operation({
  key: 'M56',
  source: 'named in the specification with DELETE; path, scopes and tombstone chosen here',
  method: 'DELETE',
  path: '/chat-mgt/delete-message/{message_id}',
  summary: 'Delete your message for both of you, or hide any message for yourself',
  access: member,
  params: Type.Object({ message_id: Id }),
  query: Type.Object({ scope: Type.Optional(OneOf(['everyone', 'me'], { default: 'everyone' })) }),
  replies: { 200: { message: 'Message deleted successfully', data: MessageRecord } },
  problems: [noSuchMessage, notSender, messageIsOffer],

  async handle({ params, query, caller, ...work }) {
    const { db, clock } = work
    const id = params.message_id
    const found = await selectMessage(db, { id })
    const room = found && (await lockRoom(db, found.room_id, caller.id))
    if (!room) throw noSuchMessage()
    const isForMe = query.scope === 'me'
    if (!isForMe && found.sender_id !== caller.id) throw notSender()
    if (!isForMe && found.offer) throw messageIsOffer()
    const isChanged = isForMe ? await hideForOne(db, id, caller.id) : await deleteForBoth(db, id, clock.now())
    if (isChanged) {
      if (!isForMe) await purgeUploads(work, found.media_ids)
      await settle(work, room.id, isForMe ? caller.id : room.peer_id)
      const data = { _id: id, chatroom_id: room.id, seq: found.seq }
      for (const recipientId of isForMe ? [caller.id] : [room.peer_id, caller.id])
        work.publish(messageDeleted, { recipientId, data })
    }
    const row = await selectMessage(db, { id })
    if (!row) throw noSuchMessage()
    const { publicUrl } = work.services.settings
    return presentMessage(row, { viewerId: caller.id, publicUrl, now: clock.now() })
  },
})

import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { Id } from '../../platform/operation/schema.ts'
import type { Work } from '../../platform/operation/work.ts'
import { member } from '../access.ts'
import { findRoom, lockRoom } from '../chat/public.ts'
import { uploadNotUsable } from '../files/public.ts'
import { changeBlock } from '../users/public.ts'
import { noSuchChatroom, noSuchMessage } from './problems.ts'
import { mostFrozen, selectFrozen } from './queries.ts'
import { receive, repeated } from './receive.ts'
import { complaintOfPeople, OpenReport, reportLimit } from './shapes.ts'
import { nothing } from './snapshot.ts'

export const reportChat = operation({
  key: 'M57',
  source: 'named in the specification with POST in the chat group; path, body and reply chosen here',
  method: 'POST',
  path: '/chat-mgt/report-chat',
  summary:
    'Report a chat with its messages as they are now, which outlast their deletion; block the other person with it if you want',
  tag: 'chat',
  access: member,
  body: Type.Object({
    chatroom_id: Id,
    message_ids: Type.Optional(
      Type.Array(Id, {
        minItems: 1,
        maxItems: mostFrozen,
        description: `what it is about; without them the last ${mostFrozen} messages`,
      }),
    ),
    block: Type.Optional(Type.Boolean({ default: false })),
    ...complaintOfPeople,
  }),
  replies: { 200: { message: 'Chat reported successfully', data: OpenReport } },
  problems: [noSuchChatroom, noSuchMessage, uploadNotUsable],
  limit: { ...reportLimit },

  async handle({ body, caller, ...work }) {
    const { chatroom_id: targetId, message_ids: ids, reason, details, evidence } = body
    const room = await findRoom(work.db, targetId, caller.id)
    if (!room) throw noSuchChatroom()
    const { peer_id: subjectId } = room
    // Before the room is locked: whoever holds it lets nobody part its people.
    if (body.block) await changeBlock(work, { blockerId: caller.id, blockedId: subjectId, isBlocked: true })
    const before = await repeated(work, caller.id, { model: 'chat', targetId })
    if (before) return before
    const messages = await freeze(work, targetId, caller.id, ids)
    return receive(work, {
      reporterId: caller.id,
      target: { model: 'chat', targetId, subjectId },
      reason,
      details,
      evidence,
      snapshot: { ...nothing, messages },
    })
  },
})

/** The messages as they are; none of the room is deleted until the report is there. */
async function freeze(work: Work, roomId: string, viewerId: string, ids: readonly string[] | undefined) {
  await lockRoom(work.db, roomId, viewerId)
  const messages = await selectFrozen(work.db, { roomId, viewerId, ids })
  if (ids && messages.length < new Set(ids).size) throw noSuchMessage()
  return messages
}

import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { Id, OneOf } from '../../platform/operation/schema.ts'
import { member } from '../access.ts'
import { roomUpdated } from './events.ts'
import { noSuchRequest } from './problems.ts'
import { lockRoom, settleRequest } from './queries.ts'

export const answerPolicyRequest = operation({
  source: 'added here: the other person learns of neither; writing in such a chat accepts it, too',
  method: 'PATCH',
  path: '/notification-mgt/policy-requests/{chatroom_id}',
  summary: 'Accept a chat that a stranger began, or drop it',
  tag: 'notifications',
  access: member,
  params: Type.Object({ chatroom_id: Id }),
  body: Type.Object({ decision: OneOf(['accept', 'drop']) }),
  replies: {
    200: {
      message: 'Request answered successfully',
      data: Type.Object({ chatroom_id: Id, decision: OneOf(['accept', 'drop']) }),
    },
  },
  problems: [noSuchRequest],

  async handle({ params, body, caller, db, publish }) {
    const room = await lockRoom(db, params.chatroom_id, caller.id)
    const answer = { roomId: params.chatroom_id, userId: caller.id, isAccepted: body.decision === 'accept' }
    if (!room || !(await settleRequest(db, answer))) throw noSuchRequest()
    publish(roomUpdated, { recipientId: caller.id, data: { chatroom_id: room.id } })
    return { chatroom_id: room.id, decision: body.decision }
  },
})

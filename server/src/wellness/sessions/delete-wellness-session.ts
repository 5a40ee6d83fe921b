import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { Id } from '../../platform/operation/schema.ts'
import { user } from '../access.ts'
import { completionsMoved } from './announcements.ts'
import { completedBy, lockCorrectable } from './correcting.ts'
import { settleEvents } from './event-queries.ts'
import { sessionDeleted } from './events.ts'
import { noSuchSession, sessionLocked } from './problems.ts'
import { deleteSession, recountSeconds } from './queries.ts'
import { announceShared } from './sharing.ts'
import { selectShared } from './sharing-queries.ts'

export const deleteWellnessSession = operation({
  source: 'not in the specification; added so that people can take back what they recorded by mistake',
  method: 'DELETE',
  path: '/user/wellness/{id}',
  summary: 'Delete one of your sessions of the last seven days',
  access: user,
  params: Type.Object({ id: Id }),
  replies: { 200: { message: 'Wellness session deleted', data: Type.Object({ id: Id }) } },
  problems: [noSuchSession, sessionLocked],

  async handle({ params: { id }, caller, db, clock, announce, publish }) {
    const row = await lockCorrectable(db, { id, userId: caller.id, now: clock.now() })
    const [shared] = await Promise.all([selectShared(db, id), settleEvents(db, id)])
    await deleteSession(db, id)
    await recountSeconds(db, caller.id, [row.started_at])
    if (row.status === 'COMPLETED') await announce(completionsMoved, completedBy(row))
    await announceShared({ announce }, caller.id, shared)
    publish(sessionDeleted, { recipientId: caller.id, data: { id } })
    return { id }
  },
})

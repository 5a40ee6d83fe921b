import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { Id, Timestamp } from '../../platform/operation/schema.ts'
import { user } from '../access.ts'
import { cancelReminders } from '../reminders/public.ts'
import { goalChanged } from './events.ts'
import { noSuchGoal } from './problems.ts'
import { markDeleted, restorableMs } from './queries.ts'

export const deleteGoal = operation({
  key: 'G4',
  source: 'named in the specification; method, path and shape chosen here',
  method: 'DELETE',
  path: '/goals/{goalId}',
  summary: 'Delete a goal; for 30 days it can be had back',
  access: user,
  params: Type.Object({ goalId: Id }),
  replies: {
    200: { message: 'Goal deleted', data: Type.Object({ id: Id, restorableUntil: Timestamp }) },
  },
  problems: [noSuchGoal],

  async handle({ params: { goalId }, caller, ...work }) {
    const now = work.clock.now()
    if (!(await markDeleted(work.db, caller.id, goalId, now))) throw noSuchGoal()
    await cancelReminders(work, [goalId])
    work.publish(goalChanged, { recipientId: caller.id, data: { goalId } })
    return { id: goalId, restorableUntil: new Date(now.getTime() + restorableMs).toISOString() }
  },
})

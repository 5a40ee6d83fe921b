import { Type } from 'typebox'
import { hours } from '../../platform/clock.ts'
import { operation } from '../../platform/operation/operation.ts'
import { reply } from '../../platform/operation/reply.ts'
import { Id } from '../../platform/operation/schema.ts'
import { guest } from '../access.ts'
import { changeNotification, selectNotification } from './inbox-queries.ts'
import { noSuchNotification, undoTooLate } from './problems.ts'
import { tellChanged } from './public.ts'
import { NotificationRecord, presentNotification } from './shapes.ts'

const undoWindow = hours(24)

export const dismissNotification = operation({
  key: 'M76',
  source: 'named in the specification with PATCH, transition shown in 3; path and undo chosen here',
  method: 'PATCH',
  path: '/notification-mgt/dismiss/{id}',
  summary: 'Dismiss one of your notifications, or undo that within 24 hours',
  access: guest,
  params: Type.Object({ id: Id }),
  query: Type.Object({ undo: Type.Optional(Type.Boolean()) }),
  replies: { 200: { message: 'Notification dismissed successfully', data: NotificationRecord } },
  problems: [noSuchNotification, undoTooLate],

  async handle({ params, query, caller, ...work }) {
    const { db, clock } = work
    const now = clock.now()
    const before = await selectNotification(db, caller, now, params.id)
    if (query.undo && before?.dismissed_at && now.getTime() - before.dismissed_at.getTime() > undoWindow)
      throw undoTooLate()
    const changed = await changeNotification(db, caller, params.id, query.undo ? 'restore' : 'dismiss', now)
    if (!changed) throw noSuchNotification()
    if (changed.isChanged) tellChanged(work, [caller.id])
    const message = query.undo ? 'Notification restored successfully' : 'Notification dismissed successfully'
    return reply({ data: presentNotification(changed.row), message })
  },
})

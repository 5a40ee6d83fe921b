import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { Id } from '../../platform/operation/schema.ts'
import { guest } from '../access.ts'
import { changeNotification } from './inbox-queries.ts'
import { noSuchNotification } from './problems.ts'
import { tellChanged } from './public.ts'
import { NotificationRecord, presentNotification } from './shapes.ts'

export const readNotification = operation({
  key: 'M74',
  source: 'named in the specification with PATCH; path and body chosen here',
  method: 'PATCH',
  path: '/notification-mgt/read/{id}',
  summary: 'Mark one of your notifications as read, or unread again',
  access: guest,
  params: Type.Object({ id: Id }),
  body: Type.Object({ read: Type.Optional(Type.Boolean({ default: true })) }),
  replies: { 200: { message: 'Notification updated successfully', data: NotificationRecord } },
  problems: [noSuchNotification],

  async handle({ params, body, caller, ...work }) {
    const { db, clock } = work
    const change = body.read === false ? 'unread' : 'read'
    const changed = await changeNotification(db, caller, params.id, change, clock.now())
    if (!changed) throw noSuchNotification()
    if (changed.isChanged) tellChanged(work, [caller.id])
    return presentNotification(changed.row)
  },
})

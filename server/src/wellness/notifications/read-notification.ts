import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { Id } from '../../platform/operation/schema.ts'
import { user } from '../access.ts'
import { noSuchNotification } from './problems.ts'
import * as queries from './queries.ts'
import { InboxItem, presentNotification } from './shapes.ts'

export const readNotification = operation({
  key: 'N4',
  source: 'named in the specification; method, path and shape chosen here',
  method: 'PATCH',
  path: '/notification/{notificationId}/read',
  summary: 'Mark one of your notifications as read',
  access: user,
  params: Type.Object({ notificationId: Id }),
  replies: { 200: { message: 'Notification marked as read', data: InboxItem } },
  problems: [noSuchNotification],

  async handle({ params, caller, db, clock }) {
    const row = await queries.readNotification(db, caller.id, params.notificationId, clock.now())
    if (!row) throw noSuchNotification()
    return presentNotification(row)
  },
})

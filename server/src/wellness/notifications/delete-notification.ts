import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { Id } from '../../platform/operation/schema.ts'
import { user } from '../access.ts'
import { noSuchNotification } from './problems.ts'
import * as queries from './queries.ts'

export const deleteNotification = operation({
  key: 'N2',
  source: 'named in the specification; method, path and shape chosen here',
  method: 'DELETE',
  path: '/notification/{notificationId}',
  summary: 'Delete one of your notifications',
  access: user,
  params: Type.Object({ notificationId: Id }),
  replies: {
    200: { message: 'Notification deleted', data: Type.Object({ unread: Type.Integer() }) },
  },
  problems: [noSuchNotification],

  async handle({ params, caller, db, clock }) {
    const now = clock.now()
    if (!(await queries.deleteNotification(db, caller.id, params.notificationId, now)))
      throw noSuchNotification()
    const { unread } = await queries.countNotifications(db, caller.id, now)
    return { unread }
  },
})

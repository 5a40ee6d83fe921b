import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { user } from '../access.ts'
import { countNotifications } from './queries.ts'

export const getNotificationCount = operation({
  key: 'N6',
  source: 'named in the specification; method, path and shape chosen here',
  method: 'GET',
  path: '/notification/count',
  summary: 'Count your notifications and the unread ones',
  access: user,
  replies: {
    200: {
      message: 'Count fetched successfully',
      data: Type.Object({ unread: Type.Integer(), total: Type.Integer() }),
    },
  },

  handle: ({ caller, db, clock }) => countNotifications(db, caller.id, clock.now()),
})

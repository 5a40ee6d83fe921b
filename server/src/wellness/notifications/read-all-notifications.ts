import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { Instant } from '../../platform/operation/schema.ts'
import { user } from '../access.ts'
import { countNotifications, readAll } from './queries.ts'

export const readAllNotifications = operation({
  key: 'N5',
  source: 'named in the specification; method, path, bound and shape chosen here',
  method: 'PATCH',
  path: '/notification/read-all',
  summary: 'Mark all your notifications up to a moment as read',
  access: user,
  query: Type.Object({ before: Type.Optional(Instant) }),
  replies: {
    200: {
      message: 'All notifications marked as read',
      data: Type.Object({ updated: Type.Integer(), unread: Type.Integer() }),
    },
  },

  async handle({ query, caller, db, clock }) {
    const now = clock.now()
    const before = query.before === undefined ? now : new Date(query.before)
    const updated = await readAll(db, caller.id, before, now)
    const { unread } = await countNotifications(db, caller.id, now)
    return { updated, unread }
  },
})

import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { OneOf } from '../../platform/operation/schema.ts'
import { user } from '../access.ts'
import { categories } from './kinds.ts'
import { newestFirst, selectNotifications } from './queries.ts'
import { InboxItem, presentNotification } from './shapes.ts'

export const getNotifications = operation({
  key: 'N1',
  source: 'named in the specification; method, path, filters and shape chosen here',
  method: 'GET',
  path: '/notification',
  summary: 'List your notifications, newest first',
  access: user,
  query: Type.Object({
    isRead: Type.Optional(Type.Boolean()),
    category: Type.Optional(OneOf(categories)),
  }),
  paged: { limit: 20 },
  replies: { 200: { message: 'Notifications fetched successfully', data: Type.Array(InboxItem) } },

  async handle({ query, caller, db, clock, page }) {
    const rows = await selectNotifications(db, {
      userId: caller.id,
      now: clock.now(),
      category: query.category ?? null,
      isRead: query.isRead ?? null,
      after: page.after,
      limit: page.limit + 1,
    })
    return page.of(rows, newestFirst.keyOf, presentNotification)
  },
})

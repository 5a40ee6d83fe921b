import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { CommaSeparated } from '../../platform/operation/schema.ts'
import { guest } from '../access.ts'
import { newestItem, selectNotifications } from './inbox-queries.ts'
import { categories, NotificationRecord, presentNotification } from './shapes.ts'

export const getNotifications = operation({
  key: 'M72',
  source:
    'named in the specification with GET, the record shown in 2.1; path, filters and paging chosen here',
  method: 'GET',
  path: '/notification-mgt/get-notifications',
  summary: 'List your notifications, newest first',
  access: guest,
  query: Type.Object({
    category: Type.Optional(CommaSeparated(categories, 'one or more categories, comma-separated')),
    unread: Type.Optional(Type.Boolean({ description: 'only unread ones' })),
    include_dismissed: Type.Optional(Type.Boolean({ description: 'also dismissed ones' })),
  }),
  paged: { limit: 20 },
  replies: { 200: { message: 'Notifications fetched successfully', data: Type.Array(NotificationRecord) } },

  async handle({ query, caller, db, clock, page }) {
    const rows = await selectNotifications(db, {
      reader: caller,
      now: clock.now(),
      categories: query.category?.split(',') ?? null,
      isUnreadOnly: query.unread ?? false,
      includesDismissed: query.include_dismissed ?? false,
      after: page.after,
      limit: page.limit + 1,
    })
    return page.of(rows, newestItem.keyOf, presentNotification)
  },
})

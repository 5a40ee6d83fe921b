import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { OneOf } from '../../platform/operation/schema.ts'
import { guest } from '../access.ts'
import { countUnread } from './inbox-queries.ts'
import { categories } from './shapes.ts'

export const getUnreadCount = operation({
  key: 'M73',
  source: 'named in the specification with GET; path and shape chosen here',
  method: 'GET',
  path: '/notification-mgt/unread-count',
  summary: 'Count your unread notifications',
  access: guest,
  query: Type.Object({ category: Type.Optional(OneOf(categories)) }),
  replies: {
    200: {
      message: 'Unread count fetched successfully',
      data: Type.Object({
        count: Type.Integer(),
        by_category: Type.Unsafe<Record<string, number>>({
          type: 'object',
          additionalProperties: { type: 'integer' },
        }),
      }),
    },
  },

  async handle({ query, caller, db, clock }) {
    const rows = await countUnread(db, caller, clock.now(), query.category ?? null)
    return {
      count: rows.reduce((sum, row) => sum + row.count, 0),
      by_category: Object.fromEntries(rows.map((row) => [row.category, row.count])),
    }
  },
})

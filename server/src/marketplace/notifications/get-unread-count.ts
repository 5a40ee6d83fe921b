import { type Static, Type } from 'typebox'
import { Json } from '../../platform/operation/json.ts'
import { operation } from '../../platform/operation/operation.ts'
import { OneOf } from '../../platform/operation/schema.ts'
import { guest } from '../access.ts'
import { categories } from './shapes.ts'
import { countedUnread, Unread, unreadText } from './unread.ts'

export const getUnreadCount = operation({
  key: 'M73',
  source: 'named in the specification with GET; path and shape chosen here',
  method: 'GET',
  path: '/notification-mgt/unread-count',
  summary: 'Count your unread notifications',
  access: guest,
  query: Type.Object({ category: Type.Optional(OneOf(categories)) }),
  replies: { 200: { message: 'Unread count fetched successfully', data: Unread } },

  async handle({ query, caller, ...reading }) {
    const { db, clock } = reading
    if (query.category !== undefined) return countedUnread(db, caller, clock.now(), query.category)
    return new Json<Static<typeof Unread>>(await unreadText(reading, caller))
  },
})

import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { OneOf } from '../../platform/operation/schema.ts'
import { administrator } from '../access.ts'
import { lists, states } from './lists.ts'
import { newestSubscriptions, selectSubscriptions } from './queries.ts'
import { presentSubscription, Subscription } from './shapes.ts'

export const adminGetSubscribers = operation({
  source: 'not in the specification; where administrators see who gets which mails',
  method: 'GET',
  path: '/mailing-list/subscribers',
  summary: 'List the subscriptions to mailing lists, newest first',
  access: administrator,
  query: Type.Object({ list: Type.Optional(OneOf(lists)), state: Type.Optional(OneOf(states)) }),
  paged: { limit: 20 },
  replies: { 200: { message: 'Subscriptions fetched successfully', data: Type.Array(Subscription) } },

  async handle({ query, db, page }) {
    const rows = await selectSubscriptions(db, {
      list: query.list ?? null,
      state: query.state ?? null,
      after: page.after,
      limit: page.limit + 1,
    })
    return page.of(rows, newestSubscriptions.keyOf, presentSubscription)
  },
})

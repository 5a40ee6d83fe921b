import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { moderator } from '../access.ts'
import { longestWaiting, selectReviews } from './queries.ts'
import { presentQueued, QueuedReview } from './shapes.ts'

export const getPostReviews = operation({
  source: 'not in the specification; where listings that wait for a moderator are found',
  method: 'GET',
  path: '/post-mgt/reviews',
  summary: 'List the listings, and the changes of listings, that wait for a moderator, the longest first',
  tag: 'posts',
  access: moderator,
  paged: { limit: 20 },
  replies: { 200: { message: 'Post reviews fetched successfully', data: Type.Array(QueuedReview) } },

  async handle({ caller, db, clock, services, page }) {
    const rows = await selectReviews(
      db,
      { viewer: caller.id, origin: null, now: clock.now() },
      { after: page.after, limit: page.limit + 1 },
    )
    return page.of(rows, longestWaiting.keyOf, (row) =>
      presentQueued(row, caller.id, services.settings.publicUrl),
    )
  },
})

import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { moderator } from '../access.ts'
import { longestWaiting, selectReviews, selectSellerRecords } from './queries.ts'
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
    const now = clock.now()
    const view = { viewer: caller.id, origin: null, now }
    const rows = await selectReviews(db, view, { after: page.after, limit: page.limit + 1 })
    const sellerIds = rows.map((row) => row.author_id)
    const records = await selectSellerRecords(db, sellerIds, now)
    return page.of(rows, longestWaiting.keyOf, (row) =>
      presentQueued(row, records.get(row.author_id), caller.id, services.settings.publicUrl),
    )
  },
})

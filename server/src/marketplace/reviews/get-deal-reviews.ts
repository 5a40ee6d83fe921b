import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { member } from '../access.ts'
import { NarrowingOrderId, NarrowingPostId } from '../ids.ts'
import { newestDeals, selectDealsAbout } from './deal-queries.ts'
import { selectReviewsOfDeals } from './queries.ts'
import { DealRecord, presentDeal } from './shapes.ts'

export const getDealReviews = operation({
  source: 'added here: what you and the other one said of a deal, where the order or the listing is shown',
  method: 'GET',
  path: '/review-mgt/deals',
  summary: 'List your deals with what you said of each other, of one order or listing where you name it',
  access: member,
  query: Type.Object({
    order_id: Type.Optional(NarrowingOrderId),
    post_id: Type.Optional(NarrowingPostId),
  }),
  paged: { limit: 20 },
  replies: { 200: { message: 'Deals fetched successfully', data: Type.Array(DealRecord) } },

  async handle({ query, caller, db, clock, page }) {
    const now = clock.now()
    const deals = await selectDealsAbout(db, caller.id, {
      orderId: query.order_id,
      postId: query.post_id,
      after: page.after,
      limit: page.limit + 1,
    })
    const ids = deals.map(({ id }) => id)
    const reviews = await selectReviewsOfDeals(db, ids, caller.id, now)
    return page.of(deals, newestDeals.keyOf, (deal) => presentDeal(deal, reviews, caller.id, now))
  },
})

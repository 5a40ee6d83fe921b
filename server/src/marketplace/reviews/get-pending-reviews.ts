import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { member } from '../access.ts'
import { newestDeals, selectPendingDeals } from './deal-queries.ts'
import { selectReviewsOfDeals } from './queries.ts'
import { DealRecord, presentDeal } from './shapes.ts'

export const getPendingReviews = operation({
  source: 'added here: what is left to say of deals',
  method: 'GET',
  path: '/review-mgt/pending',
  summary: 'List your deals that you can review, and those whose reviews nobody sees yet',
  access: member,
  paged: { limit: 20 },
  replies: { 200: { message: 'Deals fetched successfully', data: Type.Array(DealRecord) } },

  async handle({ caller, db, clock, page }) {
    const now = clock.now()
    const deals = await selectPendingDeals(db, caller.id, { now, after: page.after, limit: page.limit + 1 })
    const ids = deals.map(({ id }) => id)
    const reviews = await selectReviewsOfDeals(db, ids, caller.id, now)
    return page.of(deals, newestDeals.keyOf, (deal) => presentDeal(deal, reviews, caller.id, now))
  },
})

import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { OneOf } from '../../platform/operation/schema.ts'
import { administrator } from '../access.ts'
import { feedbackCategories } from './categories.ts'
import { newestFeedback, selectFeedback } from './queries.ts'
import { Feedback, presentFeedback } from './shapes.ts'

export const adminGetFeedback = operation({
  source: 'not in the specification; where feedback is read',
  method: 'GET',
  path: '/feedback/get',
  summary: 'List the feedback, newest first',
  access: administrator,
  query: Type.Object({ category: Type.Optional(OneOf(feedbackCategories)) }),
  paged: { limit: 20 },
  replies: { 200: { message: 'Feedback fetched successfully', data: Type.Array(Feedback) } },

  async handle({ query, db, page }) {
    const filter = { category: query.category ?? null, after: page.after, limit: page.limit + 1 }
    const rows = await selectFeedback(db, filter)
    return page.of(rows, newestFeedback.keyOf, presentFeedback)
  },
})

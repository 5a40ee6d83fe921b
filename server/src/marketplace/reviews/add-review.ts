import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { Id, Integer, Text } from '../../platform/operation/schema.ts'
import { member } from '../access.ts'
import { lockPerson } from '../users/public.ts'
import { noSuchDeal, reviewFinal, reviewTooLate } from './problems.ts'
import { presentReview, ReviewRecord } from './shapes.ts'
import { writeReview } from './submission.ts'
import { reviewTags, Tags } from './tags.ts'

export const addReview = operation({
  source: 'added here: what people who dealt with each other say of it, without seeing what the other says',
  method: 'POST',
  path: '/review-mgt/add',
  summary: 'Review a deal of yours, or change your review while nobody else sees it',
  access: member,
  body: Type.Object({
    deal_id: Id,
    rating: Integer(1, 5, { description: 'stars' }),
    tags: Type.Optional(Tags),
    text: Type.Optional(Text(0, 2000, { example: 'Friendly, and just as described.' })),
  }),
  replies: { 200: { message: 'Review saved successfully', data: ReviewRecord } },
  problems: [noSuchDeal, reviewFinal, reviewTooLate],
  limit: { max: 60, strict: 10, windowSeconds: 60 },

  async handle({ body, caller, ...work }) {
    await lockPerson(work.db, caller.id)
    const { deal_id: dealId, rating, text = '', tags: given = [] } = body
    const tags = reviewTags.filter((tag) => given.includes(tag))
    const row = await writeReview(work, { dealId, authorId: caller.id, rating, text, tags })
    return presentReview(row, caller.id, work.clock.now())
  },
})

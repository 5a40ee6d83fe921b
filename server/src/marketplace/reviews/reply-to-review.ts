import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { Id, Text } from '../../platform/operation/schema.ts'
import { member } from '../access.ts'
import { tellOfReply } from './notice.ts'
import { alreadyReplied, noSuchReview } from './problems.ts'
import { findReview, insertReply } from './queries.ts'
import { presentReview, ReviewRecord } from './shapes.ts'

export const replyToReview = operation({
  source: 'added here: whoever was reviewed has a word on it',
  method: 'POST',
  path: '/review-mgt/reply',
  summary: 'Reply to a review of you, once, for everybody to read',
  access: member,
  body: Type.Object({ review_id: Id, text: Text(1, 1000, { example: 'Gladly again.' }) }),
  replies: { 200: { message: 'Reply saved successfully', data: ReviewRecord } },
  problems: [noSuchReview, alreadyReplied],
  limit: { max: 60, strict: 10, windowSeconds: 60 },

  async handle({ body, caller, ...work }) {
    const { db, clock } = work
    const at = clock.now()
    const { review_id: id, text } = body
    const review = await findReview(db, id, caller.id, at)
    if (review?.subject_id !== caller.id) throw noSuchReview()
    const isNew = await insertReply(db, id, { subjectId: caller.id, text, at })
    const row = await findReview(db, id, caller.id, at)
    if (!row) throw noSuchReview()
    if (row.reply !== text) throw alreadyReplied()
    if (isNew) await tellOfReply(work, row, text)
    return presentReview(row, caller.id, at)
  },
})

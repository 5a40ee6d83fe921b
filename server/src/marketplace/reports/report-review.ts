import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { member } from '../access.ts'
import { uploadNotUsable } from '../files/public.ts'
import { ShownReviewId } from '../ids.ts'
import { findReview } from '../reviews/public.ts'
import { cannotReportOwn, noSuchReview } from './problems.ts'
import { receive, repeated } from './receive.ts'
import { complaintOfPeople, OpenReport, reportLimit } from './shapes.ts'
import { nothing } from './snapshot.ts'

export const reportReview = operation({
  source: 'added here: what M43 does, of a review',
  method: 'POST',
  path: '/review-mgt/report',
  summary: 'Report a review to those who look after the place',
  tag: 'reviews',
  access: member,
  body: Type.Object({ review_id: ShownReviewId, ...complaintOfPeople }),
  replies: { 200: { message: 'Review reported successfully', data: OpenReport } },
  problems: [noSuchReview, cannotReportOwn, uploadNotUsable],
  limit: { ...reportLimit },

  async handle({ body, caller, ...work }) {
    const { review_id: targetId, reason, details, evidence } = body
    const before = await repeated(work, caller.id, { model: 'review', targetId })
    if (before) return before
    const review = await findReview(work.db, targetId, caller.id, work.clock.now())
    if (!review) throw noSuchReview()
    if (review.author_id === caller.id) throw cannotReportOwn()
    return receive(work, {
      reporterId: caller.id,
      target: { model: 'review', targetId, subjectId: review.author_id },
      reason,
      details,
      evidence,
      snapshot: { ...nothing, text: [`${review.rating}/5`, review.text].filter(Boolean).join(': ') },
    })
  },
})

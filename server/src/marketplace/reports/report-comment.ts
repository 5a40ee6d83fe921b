import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { member } from '../access.ts'
import { uploadNotUsable } from '../files/public.ts'
import { ShownCommentId } from '../ids.ts'
import { cannotReportOwn, noSuchComment } from './problems.ts'
import { findReportedComment } from './queries.ts'
import { receive, repeated } from './receive.ts'
import { complaintOfPeople, OpenReport, reportLimit } from './shapes.ts'
import { nothing } from './snapshot.ts'

export const reportComment = operation({
  source: 'added here: what M43 does, of a comment',
  method: 'POST',
  path: '/post-mgt/report-comment',
  summary: 'Report a comment to those who look after the place',
  tag: 'posts',
  access: member,
  body: Type.Object({ comment_id: ShownCommentId, ...complaintOfPeople }),
  replies: { 200: { message: 'Comment reported successfully', data: OpenReport } },
  problems: [noSuchComment, cannotReportOwn, uploadNotUsable],
  limit: { ...reportLimit },

  async handle({ body, caller, ...work }) {
    const { comment_id: targetId, reason, details, evidence } = body
    const before = await repeated(work, caller.id, { model: 'comment', targetId })
    if (before) return before
    const comment = await findReportedComment(work.db, targetId, caller.id, work.clock.now())
    if (!comment) throw noSuchComment()
    if (comment.author_id === caller.id) throw cannotReportOwn()
    return receive(work, {
      reporterId: caller.id,
      target: { model: 'comment', targetId, subjectId: comment.author_id },
      reason,
      details,
      evidence,
      snapshot: { ...nothing, text: comment.text, title: comment.title },
    })
  },
})

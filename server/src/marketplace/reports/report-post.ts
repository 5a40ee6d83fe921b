import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { member } from '../access.ts'
import { uploadNotUsable } from '../files/public.ts'
import { ShownPostId } from '../ids.ts'
import { cannotReportOwn, noSuchPost } from './problems.ts'
import { findReportedPost } from './queries.ts'
import { receive, repeated } from './receive.ts'
import { complaintFields, OpenReport, reportLimit } from './shapes.ts'
import { nothing } from './snapshot.ts'

export const reportPost = operation({
  key: 'M43',
  source: 'named in the specification with POST in the post group; path, reasons and reply chosen here',
  method: 'POST',
  path: '/post-mgt/report',
  summary: 'Report a listing to those who look after the place; its author never learns who did',
  tag: 'posts',
  access: member,
  body: Type.Object({ post_id: ShownPostId, ...complaintFields }),
  replies: { 200: { message: 'Post reported successfully', data: OpenReport } },
  problems: [noSuchPost, cannotReportOwn, uploadNotUsable],
  limit: { ...reportLimit },

  async handle({ body, caller, ...work }) {
    const { post_id: targetId, reason, details, evidence } = body
    const before = await repeated(work, caller.id, { model: 'post', targetId })
    if (before) return before
    const post = await findReportedPost(work.db, targetId, caller.id, work.clock.now())
    if (!post) throw noSuchPost()
    if (post.author_id === caller.id) throw cannotReportOwn()
    const { author_id: subjectId, description: text, ...shown } = post
    return receive(work, {
      reporterId: caller.id,
      target: { model: 'post', targetId, subjectId },
      reason,
      details,
      evidence,
      snapshot: { ...nothing, ...shown, text },
    })
  },
})

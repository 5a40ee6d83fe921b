import { Type } from 'typebox'
import { recordAction } from '../../platform/audit.ts'
import { expectedVersion, IfMatch } from '../../platform/operation/etag.ts'
import type { Work } from '../../platform/operation/work.ts'
import { operation } from '../../platform/operation/operation.ts'
import { invalidField } from '../../platform/operation/problem.ts'
import { Id, OneOf, Text } from '../../platform/operation/schema.ts'
import { moderator } from '../access.ts'
import { notify } from '../notifications/public.ts'
import { aboutPost } from './notices.ts'
import {
  attributeInvalid,
  noSuchCategory,
  noSuchReview,
  postNotEditable,
  versionConflict,
} from './problems.ts'
import { lockPost, type PostRow } from './queries.ts'
import { readBack } from './reading.ts'
import { declineReview, setPostStatus } from './review-queries.ts'
import { endReview, isWaiting, letPicturesGo } from './reviewing.ts'
import { savePost } from './saving.ts'
import { Post } from './shapes.ts'
import { applyChange, mayChange } from './writing.ts'

export const reviewPost = operation({
  source: 'not in the specification; how a moderator decides about what waits',
  method: 'PUT',
  path: '/post-mgt/reviews/{post_id}',
  summary:
    'Accept a listing or a change that waits, which then appears, or decline it and tell its author why',
  access: moderator,
  params: Type.Object({ post_id: Id }),
  headers: IfMatch,
  body: Type.Object({
    decision: OneOf(['accept', 'decline']),
    message: Type.Optional(
      Text(1, 1000, { description: 'to the author, of what is declined: why, and what would help' }),
    ),
  }),
  replies: { 200: { message: 'Post reviewed successfully', data: Post } },
  problems: [noSuchReview, versionConflict, postNotEditable, attributeInvalid, noSuchCategory],

  async handle({ params, headers, body, caller, ...work }) {
    const { decision, message } = body
    if (decision === 'decline' && message === undefined)
      throw invalidField('body.message', 'required', 'is required: tell the author why')
    const moderating = { id: caller.id, isStaff: true }
    const post = await lockPost(work.db, params.post_id, moderating, work.clock.now())
    if (!post || !isWaiting(post)) throw noSuchReview()
    if ((expectedVersion(headers['If-Match']) ?? post.version) !== post.version) throw versionConflict()
    if (message === undefined || decision === 'accept') await accept(work, post)
    else await decline(work, post, message)
    await recordAction(work, {
      product: 'marketplace',
      actorId: caller.id,
      action: 'review-post',
      subject: `post/${post.id}`,
      details: { decision, reasons: post.review_reasons },
    })
    return readBack(work, post.id, caller.id)
  },
})

/** As if the author said it now, with every rule of today. */
async function accept(work: Work, post: PostRow): Promise<void> {
  const { author_id: authorId, review_change: change } = post
  if (change && !mayChange(post, change)) throw postNotEditable()
  const after = change
    ? await applyChange(work, post, change, authorId)
    : await applyChange(work, { ...post, status: 'draft' }, { draft: false }, authorId)
  await savePost(work, post, after, authorId)
  await endReview(work, post)
  await tell(work, post, change ? 'Your change is online' : 'Your listing is online', after.title)
}

async function decline(work: Work, post: PostRow, message: string): Promise<void> {
  const at = work.clock.now()
  await letPicturesGo(work, post)
  await declineReview(work.db, post.id, { message, at })
  await setPostStatus(work.db, post.id, post.review_change ? post.status : 'rejected', at)
  const what = post.review_change ? 'Your change was not accepted' : 'Your listing was not accepted'
  await tell(work, post, what, `${post.title}: ${message}`)
}

/** The author hears of the decision, but not whose it was. */
const tell = (work: Work, post: PostRow, title: string, message: string) =>
  notify(work, [
    {
      ...aboutPost(post, work),
      recipientId: post.author_id,
      actorId: null,
      category: 'moderation',
      title,
      message,
      sourceEvent: `review:${post.id}:${post.version}`,
    },
  ])

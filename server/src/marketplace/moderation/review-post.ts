import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { invalidField } from '../../platform/operation/problem.ts'
import { Id, OneOf, Text } from '../../platform/operation/schema.ts'
import type { Work } from '../../platform/operation/work.ts'
import { moderator } from '../access.ts'
import { notify } from '../notifications/public.ts'
import {
  aboutPost,
  acceptHeld,
  attributeInvalid,
  declineHeld,
  isWaiting,
  lockPost,
  noSuchCategory,
  Post,
  type PostRow,
  postNotEditable,
  readBack,
} from '../posts/public.ts'
import { noSuchReview } from './problems.ts'

export const reviewPost = operation({
  source: 'not in the specification; how a moderator decides about what waits',
  method: 'PUT',
  path: '/post-mgt/reviews/{post_id}',
  summary:
    'Accept a listing or a change that waits, which then appears, or decline it and tell its author why',
  tag: 'posts',
  access: moderator,
  params: Type.Object({ post_id: Id }),
  versioned: true,
  body: Type.Object({
    decision: OneOf(['accept', 'decline']),
    message: Type.Optional(
      Text(1, 1000, { description: 'to the author, of what is declined: why, and what would help' }),
    ),
  }),
  replies: { 200: { message: 'Post reviewed successfully', data: Post } },
  problems: [noSuchReview, postNotEditable, attributeInvalid, noSuchCategory],

  async handle({ params, body, caller, expectVersion, ...work }) {
    const { decision, message } = body
    if (decision === 'decline' && message === undefined)
      throw invalidField('body.message', 'required', 'is required: tell the author why')
    const moderating = { id: caller.id, isStaff: true }
    const post = await lockPost(work.db, params.post_id, moderating, work.clock.now())
    if (!post || !isWaiting(post)) throw noSuchReview()
    expectVersion(post)
    await decide(work, post, decision === 'decline' ? message : undefined)
    work.audit(`post/${post.id}`, { decision, reasons: post.review_reasons })
    return readBack(work, post.id, caller.id)
  },
})

/** Lets it appear, or with a message to its author declines it. */
async function decide(work: Work, post: PostRow, message: string | undefined): Promise<void> {
  const what = post.review_change ? 'Your change' : 'Your listing'
  if (message === undefined) {
    const { title } = await acceptHeld(work, post)
    return tell(work, post, `${what} is online`, title)
  }
  await declineHeld(work, post, message)
  await tell(work, post, `${what} was not accepted`, `${post.title}: ${message}`)
}

/** The author hears of the decision, but not whose it was. */
async function tell(work: Work, post: PostRow, title: string, message: string): Promise<void> {
  await notify(work, [
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
}

import { Type } from 'typebox'
import { seconds } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { operation } from '../../platform/operation/operation.ts'
import { invalidField } from '../../platform/operation/problem.ts'
import { OneOf, Text } from '../../platform/operation/schema.ts'
import type { Work } from '../../platform/operation/work.ts'
import { moderator } from '../access.ts'
import { KeptPostId } from '../ids.ts'
import {
  attributeInvalid,
  checkHeld,
  isWaiting,
  lockPost,
  noSuchCategory,
  Post,
  type PostRow,
  postNotEditable,
  readBack,
} from '../posts/public.ts'
import { refuseOwnMatter } from '../trust/public.ts'
import { carryOutDecision } from './jobs.ts'
import { decide } from './post-decision.ts'
import { noSuchReview, ownMatter } from './problems.ts'
import { insertDecision, isDecided } from './queries.ts'

const longestHold = 60

export const reviewPost = operation({
  source: 'not in the specification; how a moderator decides about what waits',
  method: 'PUT',
  path: '/post-mgt/reviews/{post_id}',
  summary:
    'Accept a listing or a change that waits, which then appears, or decline it and tell its author why',
  tag: 'posts',
  access: moderator,
  params: Type.Object({ post_id: KeptPostId }),
  versioned: true,
  body: Type.Object({
    decision: OneOf(['accept', 'decline']),
    message: Type.Optional(
      Text(1, 1000, {
        description: 'to the author, of what is declined: why, and what would help',
        example: 'Please read what may be sold here.',
      }),
    ),
    hold_seconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: longestHold,
        description: 'how long the decision can be taken back before it takes effect; 0 unless said',
      }),
    ),
  }),
  replies: { 200: { message: 'Post reviewed successfully', data: Post } },
  problems: [noSuchReview, ownMatter, postNotEditable, attributeInvalid, noSuchCategory],

  async handle({ params, body, caller, expectVersion, ...work }) {
    const { decision, hold_seconds: holdSeconds = 0 } = body
    const message = decision === 'decline' ? body.message : null
    if (message === undefined)
      throw invalidField('body.message', 'required', 'is required: tell the author why')
    const moderating = { id: caller.id, isStaff: true }
    const post = await lockPost(work.db, params.post_id, moderating, work.clock.now())
    if (!post || !isWaiting(post) || (await isDecided(work.db, post))) throw noSuchReview()
    refuseOwnMatter(caller, [post.author_id])
    expectVersion(post)
    if (holdSeconds === 0) await decide(work, post, message)
    else await decideLater(work, post, { moderatorId: caller.id, message, holdSeconds })
    work.audit(`post/${post.id}`, { decision, reasons: post.review_reasons, holdSeconds })
    return readBack(work, post.id, caller.id)
  },
})

/**
 * Keeps a decision until its time comes; until then nobody hears of it.
 * @throws what accepting it now would
 */
async function decideLater(
  work: Work,
  post: PostRow,
  decision: { moderatorId: string; message: string | null; holdSeconds: number },
): Promise<void> {
  const { moderatorId, message, holdSeconds } = decision
  if (message === null) await checkHeld(work, post)
  const id = newId()
  const decidedAt = work.clock.now()
  const effectiveAt = new Date(decidedAt.getTime() + seconds(holdSeconds))
  const held = { id, postId: post.id, version: post.version, moderatorId, message }
  await insertDecision(work.db, held, { decidedAt, effectiveAt })
  await work.enqueue(carryOutDecision, { postId: post.id, decisionId: id }, { startAfter: effectiveAt })
}

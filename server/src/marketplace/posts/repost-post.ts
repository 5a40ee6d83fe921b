import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { Id } from '../../platform/operation/schema.ts'
import { member } from '../access.ts'
import { PostChange } from './input-shapes.ts'
import { findDeleted } from './life-queries.ts'
import {
  activePostLimit,
  attributeInvalid,
  duplicatePost,
  invalidTransition,
  mediaNotReady,
  noSuchCategory,
  noSuchPost,
  postingLimit,
  pricePrecision,
  removedByModeration,
  repostTooSoon,
} from './problems.ts'
import { AllowDuplicate } from './publication.ts'
import { lockPost } from './queries.ts'
import { replyToAuthor } from './read-back.ts'
import { repost } from './reposting.ts'
import { Post } from './shapes.ts'

export const repostPost = operation({
  key: 'M50',
  source: 'named in the specification in the post group; method, path and body chosen here',
  method: 'POST',
  path: '/post-mgt/re-post/{post_id}',
  summary:
    'Bring back your listing that was closed or has expired, bring an open one to the top, or offer what was sold once more',
  access: member,
  params: Type.Object({ post_id: Id }),
  versioned: true,
  headers: AllowDuplicate,
  body: Type.Pick(PostChange, ['price']),
  replies: { 200: { message: 'Post reposted successfully', data: Post } },
  problems: [
    noSuchPost,
    repostTooSoon,
    removedByModeration,
    invalidTransition,
    pricePrecision,
    attributeInvalid,
    mediaNotReady,
    noSuchCategory,
    postingLimit,
    activePostLimit,
    duplicatePost,
  ],

  async handle({ params, headers, body, caller, expectVersion, ...work }) {
    const editor = { id: caller.id, isStaff: false }
    const post = await lockPost(work.db, params.post_id, editor, work.clock.now())
    if (!post) {
      const gone = await findDeleted(work.db, params.post_id, editor)
      throw gone?.isTakenDown ? removedByModeration() : noSuchPost()
    }
    expectVersion(post)
    const id = await repost(work, post, body, headers)
    return replyToAuthor(work, id, caller.id)
  },
})

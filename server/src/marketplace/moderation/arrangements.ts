import type { Arrangements } from '../../testing/arranged.ts'
import { newHeldPost, newPost, review } from '../../testing/posts.ts'

/** A call that succeeds, for each operation. */
export const arrangements: Arrangements = {
  sendContentViolation: async ({ moderator, member }) => ({
    as: moderator,
    body: {
      recipient: member.id,
      reference: { model: 'post', id: (await newPost(member))._id },
      rule: 'no-spam',
      message: 'Please do not repeat it.',
      action: 'warn',
    },
  }),
  getPostReviews: async ({ moderator, member }) => {
    for (const _ of [1, 2]) await newHeldPost(member)
    return { as: moderator }
  },
  reviewPost: async ({ moderator, member }) => ({
    as: moderator,
    params: { post_id: (await newHeldPost(member))._id },
    body: { decision: 'decline', message: 'This is another thing: make a new listing of it.' },
  }),
  takeBackDecision: async ({ moderator, member }) => {
    const { _id } = await newHeldPost(member)
    await review(moderator, _id, { decision: 'accept', hold_seconds: 60 })
    return { as: moderator, params: { post_id: _id } }
  },
  getModerationCounts: async ({ moderator, member }) => {
    await newHeldPost(member)
    return { as: moderator }
  },
}

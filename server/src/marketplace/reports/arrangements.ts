import type { Arrangements } from '../../testing/arranged.ts'
import { newMember } from '../../testing/kit.ts'
import { newMessage, newRoom } from '../../testing/marketplace-rows.ts'
import { newComment, newPost } from '../../testing/posts.ts'
import { newEvidence } from '../../testing/reports.ts'
import { newReview } from '../../testing/reviews.ts'

/** A call that succeeds, for each operation. */
export const arrangements: Arrangements = {
  reportPost: async ({ member, partner }) => ({
    as: member,
    body: {
      post_id: (await newPost(partner))._id,
      reason: 'wrong_category',
      details: 'This is a car.',
      evidence: [(await newEvidence(member)).id],
    },
  }),
  reportComment: async ({ member, partner }) => {
    const { _id: post_id } = await newPost(partner)
    const { _id: comment_id } = await newComment(partner, post_id)
    const evidence = [(await newEvidence(member)).id]
    return { as: member, body: { comment_id, reason: 'other', details: 'Not kind.', evidence } }
  },
  reportReview: async (cast) => ({
    as: cast.member,
    body: {
      review_id: await newReview(cast),
      reason: 'other',
      details: 'Not kind.',
      evidence: [(await newEvidence(cast.member)).id],
    },
  }),
  reportUser: async ({ member }) => ({
    as: member,
    body: {
      user_id: (await newMember()).id,
      reason: 'other',
      details: 'Not kind.',
      evidence: [(await newEvidence(member)).id],
    },
  }),
  // With somebody new, who may be blocked with it.
  reportChat: async (cast) => {
    const partner = await newMember()
    const chatroom_id = await newRoom({ ...cast, partner })
    const message = await newMessage(partner, chatroom_id)
    const evidence = [(await newEvidence(cast.member)).id]
    return { as: cast.member, body: { chatroom_id, reason: 'other', message_ids: [message], evidence } }
  },
}

import type { Arrangements } from '../../testing/arranged.ts'
import { newDeal, newOrderDeal, newReview, newSealedReview } from '../../testing/reviews.ts'

/** A call that succeeds, for each operation. */
export const arrangements: Arrangements = {
  addReview: async ({ member, partner }) => {
    const { id } = await newDeal(partner, member)
    return { as: member, body: { deal_id: id, rating: 5, text: 'Friendly, and just as described.' } }
  },
  getDealReviews: [
    async (cast) => {
      for (const _ of [1, 2]) await newReview(cast)
      return { as: cast.member }
    },
    async ({ member, partner }) => {
      const { postId } = await newDeal(partner, member)
      return { as: member, query: { post_id: postId } }
    },
    async (cast) => ({ as: cast.member, query: { order_id: await newOrderDeal(cast) } }),
  ],
  getPendingReviews: async (cast) => {
    for (const _ of [1, 2]) await newSealedReview(cast)
    return { as: cast.member }
  },
  getReviews: async (cast) => {
    for (const _ of [1, 2]) await newReview(cast)
    return { as: cast.member, params: { user_id: cast.partner.id } }
  },
  replyToReview: async (cast) => ({
    as: cast.member,
    body: { review_id: await newReview(cast), text: 'Gladly again.' },
  }),
}

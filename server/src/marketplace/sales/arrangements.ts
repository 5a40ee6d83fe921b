import type { Arrangements } from '../../testing/arranged.ts'
import { call, granted } from '../../testing/kit.ts'
import { newPost } from '../../testing/posts.ts'

/** A call that succeeds, for each operation. */
export const arrangements: Arrangements = {
  updateSoldType: async ({ member, partner }) => {
    const { _id } = await newPost(member)
    const about = { user_id: member.id, product_id: _id }
    await granted(call('POST', '/api/v1/chat-mgt/create-chatroom', { as: partner, body: about }))
    return { as: member, body: { post_id: _id, sold_type: 'sold_here', buyer_id: partner.id } }
  },
}

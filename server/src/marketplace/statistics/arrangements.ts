import type { Arrangements } from '../../testing/arranged.ts'
import { newPost } from '../../testing/posts.ts'

/** A call that succeeds, for each operation. */
export const arrangements: Arrangements = {
  getSummaryStats: [
    async ({ member }) => {
      await newPost(member)
      return { as: member, query: { tz: 'America/New_York' } }
    },
    ({ member, partner }) => ({ as: member, query: { user_id: partner.id } }),
  ],
}

import type { Arrangements } from '../../testing/arranged.ts'
import { newPost } from '../../testing/posts.ts'

/** A call that succeeds, for each operation. */
export const arrangements: Arrangements = {
  favouritePost: async ({ member, partner }) => ({
    as: member,
    body: { post_id: (await newPost(partner))._id },
  }),
  getFavourites: ({ member }) => ({ as: member }),
}

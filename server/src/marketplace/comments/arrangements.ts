import type { Arrangements } from '../../testing/arranged.ts'
import type { Cast } from '../../testing/cast.ts'
import { newComment, newPost } from '../../testing/posts.ts'

/** A listing with two comments below it, of which one has two replies. */
async function discussed({ member, partner }: Cast) {
  const post_id = (await newPost(partner))._id
  await newComment(member, post_id)
  const { _id: parent_id } = await newComment(partner, post_id)
  for (const text of ['Yes', 'No']) await newComment(member, post_id, { parent_id, text })
  return { post_id, parent_id }
}

/** A call that succeeds, for each operation. */
export const arrangements: Arrangements = {
  addComment: async (cast) => ({
    as: cast.member,
    body: { ...(await discussed(cast)), text: 'Does the lamp come with it?' },
  }),
  deleteComment: async ({ member, partner }) => {
    const { _id } = await newComment(member, (await newPost(partner))._id)
    return { as: member, params: { comment_id: _id } }
  },
  getComments: [
    async (cast) => ({ as: cast.member, params: { post_id: (await discussed(cast)).post_id } }),
    async (cast) => {
      const { post_id, parent_id } = await discussed(cast)
      return { as: cast.member, params: { post_id }, query: { parent_id } }
    },
  ],
}

import { newId } from '../../platform/ids.ts'
import type { Arrangements } from '../../testing/arranged.ts'
import { granted } from '../../testing/kit.ts'
import { newTree } from '../../testing/marketplace-rows.ts'
import { newPost, update } from '../../testing/posts.ts'
import { newPicture } from '../../testing/users.ts'

/** A call that succeeds, for each operation. */
export const arrangements: Arrangements = {
  addPost: async ({ member }) => ({
    as: member,
    body: {
      ...(await newTree()),
      title: `Oak chair ${newId()}`,
      price: 20,
      media: { photoUrl: [await newPicture(member.id)] },
    },
  }),
  getMyPosts: ({ member }) => ({ as: member }),
  getPostDetail: async ({ member, partner }) => ({
    as: member,
    params: { post_id: (await newPost(partner))._id },
  }),
  getPostHistory: async ({ member }) => {
    const { _id } = await newPost(member)
    for (const price of [19, 18]) await granted(update(member, _id, { price }))
    return { as: member, params: { post_id: _id } }
  },
  getPostsOfPerson: async ({ member, partner }) => {
    for (let count = 0; count < 2; count += 1) await newPost(partner)
    return { as: member, params: { user_id: partner.id } }
  },
  getRelatedPosts: async ({ member, partner }) => {
    await newPost(partner)
    return { as: member, params: { post_id: (await newPost(partner))._id } }
  },
  updatePost: async ({ member }) => ({
    as: member,
    params: { post_id: (await newPost(member))._id },
    body: {
      ...(await newTree()),
      title: `Oak table ${newId()}`,
      media: { photoUrl: [await newPicture(member.id)] },
    },
  }),
}

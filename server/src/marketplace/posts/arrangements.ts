import { newId } from '../../platform/ids.ts'
import type { Arrangements } from '../../testing/arranged.ts'
import { granted, newMember } from '../../testing/kit.ts'
import { newTree } from '../../testing/marketplace-rows.ts'
import { close, newPost, softDelete, update } from '../../testing/posts.ts'
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
  deletePost: [
    async ({ member }) => ({ as: member, params: { post_id: (await newPost(member))._id } }),
    async ({ administrator, member }) => ({
      as: administrator,
      params: { post_id: (await newPost(member))._id },
    }),
  ],
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
  getUserPosts: async ({ member, partner }) => {
    for (let count = 0; count < 2; count += 1) await newPost(partner)
    return { as: member, params: { user_id: partner.id } }
  },
  // Nobody of the cast is away, whose listings others look for; off comes first, since everybody is tried with it.
  setVacationMode: [
    async () => ({ as: await newMember(), body: { is_on: false } }),
    async () => {
      const as = await newMember()
      await newPost(as)
      return { as, body: { is_on: true, days: 30 } }
    },
  ],
  getRelatedPosts: async ({ member, partner }) => {
    await newPost(partner)
    return { as: member, params: { post_id: (await newPost(partner))._id } }
  },
  markPostAsClosed: async ({ member }) => ({
    as: member,
    params: { post_id: (await newPost(member))._id },
    body: { reason: 'Given to a friend.' },
  }),
  repostPost: async ({ member }) => {
    const { _id } = await newPost(member)
    await granted(close(member, _id))
    return { as: member, params: { post_id: _id }, body: { price: 18 } }
  },
  softDeletePost: [
    async ({ member }) => ({ as: member, params: { post_id: (await newPost(member))._id }, body: {} }),
    async ({ member }) => {
      const { _id } = await newPost(member)
      await granted(softDelete(member, _id))
      return { as: member, params: { post_id: _id }, body: { restore: true } }
    },
  ],
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

import { newId } from '../../platform/ids.ts'
import type { Arrangements } from '../../testing/arranged.ts'
import { newPackage } from '../../testing/boosts.ts'
import { newCategory } from '../../testing/categories.ts'
import { saveTestCard } from '../../testing/payments.ts'
import { newPost } from '../../testing/posts.ts'

/** A call that succeeds, for each operation. */
export const arrangements: Arrangements = {
  adminAddPackage: async ({ administrator }) => ({
    as: administrator,
    body: {
      ...{ name: `Week ${newId()}`, kind: 'top', price: 4.5, currency: 'EUR', duration_days: 7 },
      ...{ quantity: 10, category_ids: [(await newCategory())._id], active: true },
    },
  }),
  adminGetPackages: ({ administrator }) => ({ as: administrator }),
  applyForPackage: async ({ member }) => {
    const [post, sold] = [await newPost(member), await newPackage()]
    const { _id: payment_method_id } = await saveTestCard(member, 'success')
    const body = { package_id: sold._id, post_id: post._id, source: 'card', payment_method_id }
    return { as: member, body }
  },
  getBoosts: async ({ member }) => ({ as: member, query: { post_id: (await newPost(member))._id } }),
  getPackages: [
    async ({ member }) => {
      await newPackage()
      return { as: member, query: { post_id: (await newPost(member))._id } }
    },
    ({ member }) => ({ as: member }),
  ],
}

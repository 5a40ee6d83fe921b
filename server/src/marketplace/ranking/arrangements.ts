import type { Arrangements } from '../../testing/arranged.ts'
import { newCategory } from '../../testing/categories.ts'
import type { TestPerson } from '../../testing/kit.ts'
import { newPost } from '../../testing/posts.ts'
import { look, rankNow } from '../../testing/views.ts'

/** Two listings of a category of their own that somebody looked at. @returns the category */
async function newRanks(author: TestPerson, viewer: TestPerson): Promise<string> {
  const { _id: category_id } = await newCategory()
  const posts = [await newPost(author, { category_id }), await newPost(author, { category_id })]
  await look(
    viewer,
    posts.map(({ _id }) => _id),
  )
  await rankNow()
  return category_id
}

const near = { lat: 52.5, lng: 13.4, radius_km: 20 }

/** A call that succeeds, for each operation. */
export const arrangements: Arrangements = {
  getMostViewed: async ({ member, partner }) => {
    const category_id = await newRanks(partner, member)
    return { as: member, query: { window: '24h', category_id, ...near } }
  },
  getPopularCategories: async ({ member, partner }) => {
    await newRanks(partner, member)
    return { as: member, query: near }
  },
  getTrending: async ({ member, partner }) => {
    const category_id = await newRanks(partner, member)
    return { as: member, query: { category_id, ...near } }
  },
}

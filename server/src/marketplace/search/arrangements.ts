import type { Arrangements } from '../../testing/arranged.ts'
import { newTree } from '../../testing/marketplace-rows.ts'

/** A call that succeeds, for each operation. */
export const arrangements: Arrangements = {
  getPosts: async ({ member }) => ({ as: member, query: await newTree() }),
  searchPosts: async ({ member }) => ({ as: member, query: { ...(await newTree()), q: 'chair' } }),
}

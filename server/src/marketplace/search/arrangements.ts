import type { Arrangements } from '../../testing/arranged.ts'
import { newTree } from '../../testing/marketplace-rows.ts'

/** A call that succeeds, for each operation. */
export const arrangements: Arrangements = {
  getPosts: async ({ member }) => ({ as: member, query: await newTree() }),
  getSearchSuggestions: ({ member }) => ({ as: member, query: { q: 'cha' } }),
  searchPosts: async ({ member }) => ({ as: member, query: { ...(await newTree()), q: 'chair' } }),
}

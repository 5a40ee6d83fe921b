import type { Arrangements } from '../../testing/arranged.ts'
import { newTree } from '../../testing/marketplace-rows.ts'
import { newPost, word } from '../../testing/posts.ts'
import { jobsDone } from '../../testing/rows.ts'
import { newSavedSearch } from '../../testing/saved-searches.ts'

/** A call that succeeds, for each operation. */
export const arrangements: Arrangements = {
  addSavedSearch: async ({ member }) => ({
    as: member,
    body: {
      name: 'Weathervanes',
      query: { q: `weathervane ${word()}`, ...(await newTree()) },
      cadence: 'daily',
    },
  }),
  getSavedSearches: async ({ member }) => {
    await newSavedSearch(member, { q: word() })
    return { as: member }
  },
  getFoundPosts: async ({ member, partner }) => {
    const q = word()
    const { _id } = await newSavedSearch(member, { q })
    for (const price of [20, 30]) await newPost(partner, { title: `Found ${q}`, price })
    await jobsDone()
    return { as: member, params: { saved_search_id: _id } }
  },
  updateSavedSearch: async ({ member }) => {
    const { _id } = await newSavedSearch(member, { q: word() })
    return {
      as: member,
      params: { saved_search_id: _id },
      body: {
        name: 'Another name',
        query: { q: word(), ...(await newTree()) },
        cadence: 'weekly',
        seen_until: '2026-01-05T08:00:00.000Z',
      },
    }
  },
  removeSavedSearch: async ({ member }) => {
    const { _id } = await newSavedSearch(member, { q: word() })
    return { as: member, params: { saved_search_id: _id } }
  },
}

import type { Arrangements } from '../../testing/arranged.ts'
import { newCategory } from '../../testing/categories.ts'
import { newTree } from '../../testing/marketplace-rows.ts'

/** A call that succeeds, for each operation. */
export const arrangements: Arrangements = {
  adminDeleteCategory: async ({ administrator }) => ({
    as: administrator,
    params: { category_id: (await newCategory())._id },
    query: { move_to: (await newCategory())._id },
  }),
  getCategoryTree: async ({ member }) => ({
    as: member,
    query: { parent_id: (await newTree()).category_id },
  }),
}

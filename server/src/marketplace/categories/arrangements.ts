import { newId } from '../../platform/ids.ts'
import type { Arrangements } from '../../testing/arranged.ts'
import { newCategory } from '../../testing/categories.ts'
import { call, granted } from '../../testing/kit.ts'

/** A call that succeeds, for each operation. */
export const arrangements: Arrangements = {
  adminAddCategory: async ({ administrator }) => ({
    as: administrator,
    body: { name: `Category ${newId()}`, parent_id: (await newCategory())._id },
  }),
  adminAddSubCategory: async ({ administrator }) => ({
    as: administrator,
    body: { name: `Category ${newId()}`, category_id: (await newCategory())._id },
  }),
  adminExportModels: ({ administrator }) => ({ as: administrator }),
  adminGetModels: ({ administrator }) => ({ as: administrator, query: { from: 'Toy' } }),
  adminImportModels: ({ administrator }) => ({
    as: administrator,
    body: { csv: `make,model\nMake ${newId()},One`, is_whole: false, dry_run: false },
  }),
  adminUpdateCategory: [
    async ({ administrator }) => ({
      as: administrator,
      params: { category_id: (await newCategory())._id },
      body: { name: `Category ${newId()}`, parent_id: (await newCategory())._id },
    }),
    async ({ administrator }) => ({
      as: administrator,
      params: { category_id: (await newCategory())._id },
      body: { merge_into: (await newCategory())._id },
    }),
  ],
  getCategories: ({ member }) => ({ as: member, query: { q: 'chair' } }),
  getCategoryPath: async ({ member }) => ({
    as: member,
    params: { category_id: (await newCategory())._id },
  }),
  getModelsByMake: async ({ member, administrator }) => {
    const make = `Make ${newId()}`
    const csv = `make,model\n${make},One`
    await granted(call('POST', '/api/v1/category-mgt/models/import', { as: administrator, body: { csv } }))
    return { as: member, query: { make, year: 2020, category_id: (await newCategory())._id, q: 'o' } }
  },
}

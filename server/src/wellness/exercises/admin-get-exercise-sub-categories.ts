import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { OneOf, Text } from '../../platform/operation/schema.ts'
import { administrator } from '../access.ts'
import { CatalogueId } from '../ids.ts'
import { statuses } from './contents.ts'
import { categoryOrders, countCategories, selectCategories, sorts } from './queries.ts'
import { presentSubCategory, SubCategoryRecord } from './shapes.ts'

export const adminGetExerciseSubCategories = operation({
  key: 'A34',
  source: 'named in the specification with GET; path, filters and shape chosen here',
  method: 'GET',
  path: '/admin/exercise-sub-category',
  summary: 'List the sub-categories of a category, or of all, inactive ones too',
  access: administrator,
  query: Type.Object({
    categoryId: Type.Optional(CatalogueId),
    q: Type.Optional(Text(1, 100, { example: 'morning' })),
    status: Type.Optional(OneOf(statuses)),
    sort: Type.Optional(OneOf(sorts, { default: 'newest' })),
  }),
  paged: { limit: 20, numbered: true },
  replies: {
    200: { message: 'Sub-categories fetched successfully', data: Type.Array(SubCategoryRecord) },
  },

  async handle({ query, db, services, page }) {
    const { sort = 'newest' } = query
    const filter = {
      level: 'sub',
      parentId: query.categoryId ?? null,
      q: query.q ?? null,
      status: query.status ?? null,
    } as const
    const { after, offset } = page
    const [rows, total] = await Promise.all([
      selectCategories(db, { ...filter, sort, after, offset, limit: page.limit + 1 }),
      countCategories(db, filter),
    ])
    return page.of(rows, categoryOrders[sort].keyOf, (row) => presentSubCategory(row, services), { total })
  },
})

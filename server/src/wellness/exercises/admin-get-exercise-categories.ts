import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { OneOf, Text } from '../../platform/operation/schema.ts'
import { administrator } from '../access.ts'
import { statuses } from './contents.ts'
import { categoryOrders, countCategories, selectCategories, sorts } from './queries.ts'
import { CategoryRecord, presentCategory } from './shapes.ts'

export const adminGetExerciseCategories = operation({
  key: 'A28',
  source: 'named in the specification with GET; path, filters and shape chosen here',
  method: 'GET',
  path: '/admin/exercise-category',
  summary: 'List the exercise categories, inactive ones too',
  access: administrator,
  query: Type.Object({
    q: Type.Optional(Text(1, 100, { example: 'breathe' })),
    status: Type.Optional(OneOf(statuses)),
    sort: Type.Optional(OneOf(sorts, { default: 'newest' })),
  }),
  paged: { limit: 20, numbered: true },
  replies: { 200: { message: 'Categories fetched successfully', data: Type.Array(CategoryRecord) } },

  async handle({ query, db, services, page }) {
    const { sort = 'newest' } = query
    const filter = {
      level: 'top',
      parentId: null,
      q: query.q ?? null,
      status: query.status ?? null,
    } as const
    const { after, offset } = page
    const [rows, total] = await Promise.all([
      selectCategories(db, { ...filter, sort, after, offset, limit: page.limit + 1 }),
      countCategories(db, filter),
    ])
    return page.of(rows, categoryOrders[sort].keyOf, (row) => presentCategory(row, services), { total })
  },
})

import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { OneOf, Text } from '../../platform/operation/schema.ts'
import { administrator } from '../access.ts'
import { countCategories, newestCategory, selectCategories } from './queries.ts'
import { CategoryRecord, presentCategory, statuses } from './shapes.ts'

export const adminGetExerciseCategories = operation({
  key: 'A28',
  source: 'named in the specification with GET; path, filters and shape chosen here',
  method: 'GET',
  path: '/admin/exercise-category',
  summary: 'List the exercise categories, inactive ones too, newest first',
  access: administrator,
  query: Type.Object({
    q: Type.Optional(Text(1, 100, { example: 'breathe' })),
    status: Type.Optional(OneOf(statuses)),
  }),
  paged: { limit: 20, numbered: true },
  replies: { 200: { message: 'Categories fetched successfully', data: Type.Array(CategoryRecord) } },

  async handle({ query, db, services, page }) {
    const filter = {
      q: query.q ?? null,
      status: query.status ?? null,
    }
    const [rows, total] = await Promise.all([
      selectCategories(db, { ...filter, after: page.after, offset: page.offset, limit: page.limit + 1 }),
      countCategories(db, filter),
    ])
    return page.of(rows, newestCategory.keyOf, (row) => presentCategory(row, services), { total })
  },
})

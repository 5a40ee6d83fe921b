import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { Text } from '../../platform/operation/schema.ts'
import { administrator } from '../access.ts'
import { modelsByName, selectAllModels } from './model-queries.ts'
import { FiledModel, presentModel } from './model-shapes.ts'

export const adminGetModels = operation({
  source: 'not in the specification; what M81 looks up, for those who look after it',
  method: 'GET',
  path: '/category-mgt/models',
  summary: 'List makes and models, A to Z',
  tag: 'categories',
  access: administrator,
  query: Type.Object({
    from: Type.Optional(
      Text(1, 80, { description: 'the first make, or how it begins, in any case', example: 'Toy' }),
    ),
  }),
  paged: { limit: 50 },
  replies: { 200: { message: 'Models fetched successfully', data: Type.Array(FiledModel) } },

  async handle({ query, db, page }) {
    const rows = await selectAllModels(db, {
      from: query.from ?? null,
      after: page.after,
      limit: page.limit + 1,
    })
    return page.of(rows, modelsByName.keyOf, (row) => ({
      ...presentModel(row),
      category_id: row.category_id,
    }))
  },
})

import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { Integer, Text } from '../../platform/operation/schema.ts'
import { anyone } from '../access.ts'
import { CategoryId } from '../ids.ts'
import { branchesOf } from './branches.ts'
import { selectMake, selectModels } from './model-queries.ts'
import { Model, presentModel } from './model-shapes.ts'
import { makeUnknown } from './problems.ts'
import { categoryTree } from './queries.ts'

export const getModelsByMake = operation({
  key: 'M81',
  source: 'named in the specification; method, path, filters and shape chosen here',
  method: 'GET',
  path: '/category-mgt/get-model-by-makes',
  summary: 'List the models of a make, A to Z',
  tag: 'categories',
  access: anyone,
  query: Type.Object({
    make: Text(1, 80, {
      description: 'its name in any case, or the id of one of its models',
      example: 'Toyota',
    }),
    year: Type.Optional(Integer(1880, 2200, { description: 'only what was made in it' })),
    category_id: Type.Optional(CategoryId),
    q: Type.Optional(Text(1, 80, { description: 'part of the name of the model', example: 'cor' })),
  }),
  replies: {
    200: {
      message: 'Models fetched successfully',
      data: Type.Array(Model),
    },
  },
  problems: [makeUnknown],

  async handle({ query, db, services }) {
    const make = await selectMake(db, query.make)
    if (make === undefined) throw makeUnknown()
    const { category_id: categoryId } = query
    const tree = categoryId === undefined ? undefined : await services.cache.get(categoryTree)
    const [branch] = tree && categoryId !== undefined ? branchesOf(tree, [categoryId]) : []
    const rows = await selectModels(db, make, {
      year: query.year ?? null,
      categoryIds: categoryId === undefined ? null : (branch?.ids ?? []),
      q: query.q ?? null,
    })
    return rows.map(presentModel)
  },
})

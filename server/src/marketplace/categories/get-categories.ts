import { Type } from 'typebox'
import { IfNoneMatch, unlessKnown } from '../../platform/operation/etag.ts'
import { operation } from '../../platform/operation/operation.ts'
import { Id, Shown, Text } from '../../platform/operation/schema.ts'
import { anyone } from '../access.ts'
import { categoryTree } from './queries.ts'
import { Locale } from './shapes.ts'
import { topOf } from './top.ts'

export const getCategories = operation({
  key: 'M85',
  source: 'named in the specification; method, path, filter and shape chosen here',
  method: 'GET',
  path: '/category-mgt/get',
  summary: 'List the categories and what stands directly below each',
  access: anyone,
  query: Type.Object({
    q: Type.Optional(Text(1, 60, { description: 'part of a name, of either level', example: 'bicycle' })),
    locale: Type.Optional(Locale),
  }),
  headers: IfNoneMatch,
  replies: {
    200: {
      message: 'Categories fetched successfully',
      isCompressed: true,
      data: Type.Array(
        Type.Object({
          _id: Id,
          name: Shown('Bicycles'),
          icon: Shown('bicycle'),
          sub_categories: Type.Array(Type.Object({ _id: Id, name: Shown('Bicycles') })),
        }),
      ),
    },
    304: { empty: true, description: 'the categories are as you know them' },
  },

  async handle({ query, headers, services }) {
    return unlessKnown(headers, { data: topOf(await services.cache.get(categoryTree), query) }, 0)
  },
})

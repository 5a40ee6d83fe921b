import { Type } from 'typebox'
import { IfNoneMatch, unlessKnown } from '../../platform/operation/etag.ts'
import { operation } from '../../platform/operation/operation.ts'
import { Id, Shown, Text } from '../../platform/operation/schema.ts'
import { anyone } from '../access.ts'
import { categoryTree } from './queries.ts'
import { inLocale, Locale, treeOf } from './shapes.ts'
import { withoutAccents } from './spelling.ts'

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
    const { rows } = await services.cache.get(categoryTree)
    const { childrenOf } = treeOf(inLocale(rows, query.locale), { includesDisabled: false })
    const wanted = withoutAccents(query.q ?? '')
    const fits = ({ name }: { name: string }) => withoutAccents(name).includes(wanted)
    const data = (childrenOf.get(null) ?? [])
      .map((root) => ({ root, below: childrenOf.get(root.id) ?? [] }))
      .filter(({ root, below }) => fits(root) || below.some(fits))
      .map(({ root, below }) => ({
        _id: root.id,
        name: root.name,
        icon: root.icon,
        sub_categories: below.map(({ id, name }) => ({ _id: id, name })),
      }))
    return unlessKnown(headers, { data }, 0)
  },
})

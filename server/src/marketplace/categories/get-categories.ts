import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { Id, Text } from '../../platform/operation/schema.ts'
import { anyone } from '../access.ts'
import { selectCategories } from './queries.ts'
import { treeOf } from './shapes.ts'
import { withoutAccents } from './spelling.ts'

export const getCategories = operation({
  key: 'M85',
  source: 'named in the specification; method, path, filter and shape chosen here',
  method: 'GET',
  path: '/category-mgt/get',
  summary: 'List the categories and what stands directly below each',
  access: anyone,
  query: Type.Object({ q: Type.Optional(Text(1, 60, { description: 'part of a name, of either level' })) }),
  replies: {
    200: {
      message: 'Categories fetched successfully',
      data: Type.Array(
        Type.Object({
          _id: Id,
          name: Type.String(),
          icon: Type.String(),
          sub_categories: Type.Array(Type.Object({ _id: Id, name: Type.String() })),
        }),
      ),
    },
  },

  async handle({ query, db }) {
    const { childrenOf } = treeOf(await selectCategories(db), { includesDisabled: false })
    const wanted = withoutAccents(query.q ?? '')
    const fits = ({ name }: { name: string }) => withoutAccents(name).includes(wanted)
    return (childrenOf.get(null) ?? [])
      .map((root) => ({ root, below: childrenOf.get(root.id) ?? [] }))
      .filter(({ root, below }) => fits(root) || below.some(fits))
      .map(({ root, below }) => ({
        _id: root.id,
        name: root.name,
        icon: root.icon,
        sub_categories: below.map(({ id, name }) => ({ _id: id, name })),
      }))
  },
})

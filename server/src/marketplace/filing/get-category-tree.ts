import { Type } from 'typebox'
import { IfNoneMatch, unlessKnown } from '../../platform/operation/etag.ts'
import { operation } from '../../platform/operation/operation.ts'
import { Integer } from '../../platform/operation/schema.ts'
import { anyone } from '../access.ts'
import {
  CategoryNode,
  categoryTree,
  deepest,
  inLocale,
  Locale,
  noSuchCategory,
  presentBelow,
  type Tree,
  treeOf,
} from '../categories/public.ts'
import { CategoryId } from '../ids.ts'
import { liveCounts } from './live-counts.ts'

const isShown = (
  tree: Tree,
  rows: readonly { id: string; parent_id: string | null }[],
  id: string,
): boolean => {
  const row = rows.find((one) => one.id === id)
  if (!row || !tree.childrenOf.get(row.parent_id)?.some((one) => one.id === id)) return false
  return row.parent_id === null || isShown(tree, rows, row.parent_id)
}

export const getCategoryTree = operation({
  key: 'M82',
  source: 'named in the specification as a second version; method, path, filters and shape chosen here',
  method: 'GET',
  path: '/category-mgt/v2/get',
  summary: 'Get the tree of categories, with what listings of each may say',
  tag: 'categories',
  access: anyone,
  query: Type.Object({
    parent_id: Type.Optional(CategoryId),
    depth: Type.Optional(Integer(1, deepest, { default: deepest })),
    locale: Type.Optional(Locale),
    with_counts: Type.Optional(
      Type.Boolean({ description: 'with how many live listings there are, counted once a minute' }),
    ),
    include_disabled: Type.Optional(Type.Boolean({ description: 'heeded for administrators' })),
  }),
  headers: IfNoneMatch,
  replies: {
    200: {
      message: 'Categories fetched successfully',
      data: Type.Array(CategoryNode),
      isCompressed: true,
    },
    304: { empty: true, description: 'the tree is as you know it' },
  },
  problems: [noSuchCategory],

  async handle({ query, headers, caller, db, clock, services }) {
    const known = await services.cache.get(categoryTree)
    const rows = inLocale(known.rows, query.locale)
    const counts = query.with_counts ? await liveCounts({ db, clock }) : undefined
    const includesDisabled = query.include_disabled === true && caller?.kind === 'administrator'
    const tree = treeOf(rows, { includesDisabled, counts })
    if (query.parent_id !== undefined && !isShown(tree, rows, query.parent_id)) throw noSuchCategory()
    const data = presentBelow(tree, query.parent_id ?? null, query.depth ?? deepest)
    return unlessKnown(headers, { data }, 0)
  },
})

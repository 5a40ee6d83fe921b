import { Type } from 'typebox'
import { IfNoneMatch, unlessKnown } from '../../platform/operation/etag.ts'
import { operation } from '../../platform/operation/operation.ts'
import { anyone } from '../access.ts'
import { CategoryId } from '../ids.ts'
import { pathTo } from './branches.ts'
import { noSuchCategory } from './problems.ts'
import { categoryTree } from './queries.ts'
import { CategoryPath, inLocale, Locale, presentPath } from './shapes.ts'

export const getCategoryPath = operation({
  source: 'not in the specification; so that the page of one listing need not fetch the whole tree',
  method: 'GET',
  path: '/category-mgt/path/{category_id}',
  summary: 'Get the way to one category, with what listings of it may say',
  access: anyone,
  params: Type.Object({ category_id: CategoryId }),
  query: Type.Object({ locale: Type.Optional(Locale) }),
  headers: IfNoneMatch,
  replies: {
    200: { message: 'Category fetched successfully', data: CategoryPath },
    304: { empty: true, description: 'the way is as you know it' },
  },
  problems: [noSuchCategory],

  async handle({ params, query, headers, services }) {
    const path = pathTo(await services.cache.get(categoryTree), params.category_id)
    if (path.length === 0) throw noSuchCategory()
    return unlessKnown(headers, { data: presentPath(inLocale(path, query.locale)) }, 0)
  },
})

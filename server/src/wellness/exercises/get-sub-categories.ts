import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { user } from '../access.ts'
import { CatalogueId } from '../ids.ts'
import { categoryNotFound, noCategoryAt } from './problems.ts'
import { inPlace, selectCategory, selectOfferedCategories } from './queries.ts'
import { LanguageHeader, OfferedSubCategory, presentOffered } from './shapes.ts'

export const getSubCategories = operation({
  key: 'U17',
  source: 'named in the specification with GET; path, filter and shape chosen here',
  method: 'GET',
  path: '/user/sub-category',
  summary: 'List the sub-categories of a category, or of all, in their order',
  access: user,
  query: Type.Object({ categoryId: Type.Optional(CatalogueId) }),
  headers: LanguageHeader,
  paged: { limit: 20 },
  replies: { 200: { message: 'Sub-categories fetched successfully', data: Type.Array(OfferedSubCategory) } },
  problems: [categoryNotFound],

  async handle({ query, headers, caller, db, services, page }) {
    if (query.categoryId !== undefined) {
      const category = await selectCategory(db, query.categoryId, { isOffered: true })
      if (!category || category.parent_id !== null) throw noCategoryAt('query.categoryId')
    }
    const rows = await selectOfferedCategories(db, {
      level: 'sub',
      parentId: query.categoryId ?? null,
      q: null,
      after: page.after,
      offset: page.offset,
      limit: page.limit + 1,
    })
    return page.of(rows, inPlace.keyOf, (row) => ({
      ...presentOffered(row, services, headers.language ?? caller.language),
      categoryId: row.parent_id ?? '',
    }))
  },
})

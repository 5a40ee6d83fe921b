import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { administrator } from '../access.ts'
import { CatalogueId } from '../ids.ts'
import { requireKept } from './changes.ts'
import { categoryNotFound } from './problems.ts'
import { presentSubCategory, SubCategoryRecord } from './shapes.ts'

export const adminGetExerciseSubCategory = operation({
  key: 'A36',
  source: 'named in the specification with GET; path and shape chosen here',
  method: 'GET',
  path: '/admin/exercise-sub-category/{id}',
  summary: 'Get a sub-category, an inactive one too',
  access: administrator,
  params: Type.Object({ id: CatalogueId }),
  replies: { 200: { message: 'Sub-category fetched successfully', data: SubCategoryRecord } },
  problems: [categoryNotFound],

  async handle({ params, db, services }) {
    return presentSubCategory(await requireKept(db, 'sub', params.id), services)
  },
})

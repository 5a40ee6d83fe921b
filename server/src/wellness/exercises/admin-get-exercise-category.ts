import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { administrator } from '../access.ts'
import { CatalogueId } from '../ids.ts'
import { requireKept } from './changes.ts'
import { categoryNotFound } from './problems.ts'
import { CategoryRecord, presentCategory } from './shapes.ts'

export const adminGetExerciseCategory = operation({
  key: 'A30',
  source: 'named in the specification with GET; path and shape chosen here',
  method: 'GET',
  path: '/admin/exercise-category/{id}',
  summary: 'Get an exercise category, an inactive one too',
  access: administrator,
  params: Type.Object({ id: CatalogueId }),
  replies: { 200: { message: 'Category fetched successfully', data: CategoryRecord } },
  problems: [categoryNotFound],

  async handle({ params, db, services }) {
    return presentCategory(await requireKept(db, 'top', params.id), services)
  },
})

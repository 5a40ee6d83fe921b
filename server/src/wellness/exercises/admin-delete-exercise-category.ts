import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { contentAdministrator } from '../access.ts'
import { CatalogueId } from '../ids.ts'
import { lockCatalogue } from './change-queries.ts'
import { removeCategory, requireKept } from './changes.ts'
import { categoryNotFound, hasChildren } from './problems.ts'

export const adminDeleteExerciseCategory = operation({
  key: 'A32',
  source: 'named in the specification with DELETE; path and `force` chosen here',
  method: 'DELETE',
  path: '/admin/exercise-category/{id}',
  summary: 'Delete an exercise category; its name stays in the history of people',
  access: contentAdministrator,
  params: Type.Object({ id: CatalogueId }),
  query: Type.Object({
    force: Type.Optional(Type.Boolean({ description: 'with everything that is below it' })),
  }),
  replies: { 200: { message: 'Category deleted successfully', data: Type.Null() } },
  problems: [categoryNotFound, hasChildren],

  async handle({ params, query, ...work }) {
    await lockCatalogue(work.db)
    await requireKept(work.db, 'top', params.id)
    await removeCategory(work, params.id, query.force ?? false)
    work.audit(`category/${params.id}`, { force: query.force ?? false })
    return null
  },
})

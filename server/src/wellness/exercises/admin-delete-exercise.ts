import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { contentAdministrator } from '../access.ts'
import { CatalogueId } from '../ids.ts'
import { deleteExercise, lockCatalogue } from './change-queries.ts'
import { tellRetired } from './changes.ts'
import { noSuchExercise } from './problems.ts'

export const adminDeleteExercise = operation({
  key: 'A44',
  source: 'named in the specification with DELETE; path chosen here',
  method: 'DELETE',
  path: '/admin/exercise/{id}',
  summary: 'Delete an exercise; its name stays in the history of people, its files go after 30 days',
  access: contentAdministrator,
  params: Type.Object({ id: CatalogueId }),
  replies: { 200: { message: 'Exercise deleted successfully', data: Type.Null() } },
  problems: [noSuchExercise],

  async handle({ params, ...work }) {
    const { db, clock } = work
    await lockCatalogue(db)
    if (!(await deleteExercise(db, params.id, clock.now()))) throw noSuchExercise()
    await tellRetired(work, [params.id])
    work.audit(`exercise/${params.id}`)
    return null
  },
})

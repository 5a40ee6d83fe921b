import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { contentAdministrator } from '../access.ts'
import { CatalogueId } from '../ids.ts'
import { lockCatalogue, setExerciseStatus } from './change-queries.ts'
import { tellRetired } from './changes.ts'
import { ExerciseStatus, statusIn } from './contents.ts'
import { noSuchExercise } from './problems.ts'
import { ExerciseContentRecord, presentContentRecord } from './shapes.ts'

export const adminUpdateExerciseStatus = operation({
  key: 'A43',
  source: 'named in the specification with PATCH; path and fields chosen here',
  method: 'PATCH',
  path: '/admin/exercise/{id}/status',
  summary: 'Hide an exercise, or show it again; a session that is going on can still be completed',
  access: contentAdministrator,
  params: Type.Object({ id: CatalogueId }),
  body: ExerciseStatus,
  replies: { 200: { message: 'Exercise status updated successfully', data: ExerciseContentRecord } },
  problems: [noSuchExercise],

  async handle({ params, body, ...work }) {
    const { db, clock, services } = work
    const status = statusIn(body)
    await lockCatalogue(db)
    const row = await setExerciseStatus(db, params.id, status, clock.now())
    if (!row) throw noSuchExercise()
    if (status === 'INACTIVE') await tellRetired(work, [row.id])
    work.audit(`exercise/${row.id}`, { status })
    return presentContentRecord(row, services)
  },
})

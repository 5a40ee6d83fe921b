import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { contentAdministrator } from '../access.ts'
import { CatalogueId } from '../ids.ts'
import { lockCatalogue, selectKeptExercise } from './change-queries.ts'
import { changeExercise, requireVersion } from './changes.ts'
import { changedExercise, ExerciseChanges } from './contents.ts'
import {
  categoryNotFound,
  changedMeanwhile,
  mediaMissing,
  nameTaken,
  noSuchExercise,
  subCategoryMismatch,
} from './problems.ts'
import { ExerciseContentRecord, presentContentRecord } from './shapes.ts'

export const adminUpdateExercise = operation({
  key: 'A41',
  source: 'named in the specification with PUT; path and fields chosen here: what is left out stays',
  method: 'PUT',
  path: '/admin/exercise/{id}',
  summary: 'Change an exercise, or move it; what people recorded of it stays as it was',
  access: contentAdministrator,
  params: Type.Object({ id: CatalogueId }),
  body: ExerciseChanges,
  replies: { 200: { message: 'Exercise updated successfully', data: ExerciseContentRecord } },
  problems: [
    noSuchExercise,
    changedMeanwhile,
    categoryNotFound,
    subCategoryMismatch,
    mediaMissing,
    nameTaken,
  ],

  async handle({ params, body, caller, ...work }) {
    await lockCatalogue(work.db)
    const old = await selectKeptExercise(work.db, params.id)
    if (!old) throw noSuchExercise()
    requireVersion(old, body.version)
    const row = await changeExercise(work, caller, old, changedExercise(old, body))
    work.audit(`exercise/${row.id}`, { fields: Object.keys(body) })
    return presentContentRecord(row, work.services)
  },
})

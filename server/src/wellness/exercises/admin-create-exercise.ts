import { newId } from '../../platform/ids.ts'
import { operation } from '../../platform/operation/operation.ts'
import { contentAdministrator } from '../access.ts'
import { lockCatalogue } from './change-queries.ts'
import { addExercise } from './changes.ts'
import { ExerciseContent, newExercise } from './contents.ts'
import { categoryNotFound, mediaMissing, nameTaken, subCategoryMismatch } from './problems.ts'
import { ExerciseRecord, presentRecord } from './shapes.ts'

export const adminCreateExercise = operation({
  key: 'A39',
  source: 'named in the specification with POST; path and fields chosen here',
  method: 'POST',
  path: '/admin/exercise',
  summary: 'Create an exercise',
  access: contentAdministrator,
  body: ExerciseContent,
  replies: { 201: { message: 'Exercise created successfully', data: ExerciseRecord } },
  problems: [categoryNotFound, subCategoryMismatch, mediaMissing, nameTaken],

  async handle({ body, caller, ...work }) {
    await lockCatalogue(work.db)
    const row = await addExercise(work, caller, newExercise(newId(), body))
    work.audit(`exercise/${row.id}`)
    return presentRecord(row, undefined, work.services)
  },
})

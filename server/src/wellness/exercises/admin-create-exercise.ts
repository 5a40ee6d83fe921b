import { newId } from '../../platform/ids.ts'
import { operation } from '../../platform/operation/operation.ts'
import { contentAdministrator } from '../access.ts'
import { attachPictures, attachRecording } from './media.ts'
import {
  categoryNotFound,
  mediaMissing,
  nameTaken,
  noCategoryAt,
  subCategoryMismatch,
  takenAt,
} from './problems.ts'
import { insertExercise, selectCategory } from './queries.ts'
import { ExerciseContent, ExerciseRecord, newExercise, presentRecord } from './shapes.ts'

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

  async handle({ body, caller, db, clock, services, audit }) {
    const category = await selectCategory(db, body.categoryId, { isOffered: false })
    if (!category || category.parent_id !== null) throw noCategoryAt('body.categoryId')
    if (body.subCategoryId !== undefined) {
      const sub = await selectCategory(db, body.subCategoryId, { isOffered: false })
      if (sub?.parent_id !== category.id) throw subCategoryMismatch()
    }
    await attachRecording(db, caller, body)
    await attachPictures(db, caller, { thumbnail: body.thumbnail })
    const row = await insertExercise(db, newExercise(newId(), body), clock.now())
    if (!row) throw takenAt('body.title')
    audit(`exercise/${row.id}`)
    return presentRecord(row, undefined, services)
  },
})

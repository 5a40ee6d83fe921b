import { newId } from '../../platform/ids.ts'
import { operation } from '../../platform/operation/operation.ts'
import { contentAdministrator } from '../access.ts'
import { attachPictures } from './media.ts'
import { mediaMissing, nameTaken, takenAt } from './problems.ts'
import { insertCategory } from './queries.ts'
import { CategoryContent, CategoryRecord, newCategory, presentCategory } from './shapes.ts'

export const adminCreateExerciseCategory = operation({
  key: 'A27',
  source: 'named in the specification with POST; path and fields chosen here',
  method: 'POST',
  path: '/admin/exercise-category',
  summary: 'Create an exercise category',
  access: contentAdministrator,
  body: CategoryContent,
  replies: { 201: { message: 'Category created successfully', data: CategoryRecord } },
  problems: [nameTaken, mediaMissing],

  async handle({ body, caller, db, clock, services, audit }) {
    await attachPictures(db, caller, { image: body.image, icon: body.icon })
    const row = await insertCategory(db, newCategory(newId(), null, body), clock.now())
    if (!row) throw takenAt('body.name')
    audit(`category/${row.id}`)
    return presentCategory(row, services)
  },
})

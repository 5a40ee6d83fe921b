import { newId } from '../../platform/ids.ts'
import { operation } from '../../platform/operation/operation.ts'
import { contentAdministrator } from '../access.ts'
import { lockCatalogue } from './change-queries.ts'
import { addCategory } from './changes.ts'
import { CategoryContent, newCategory } from './contents.ts'
import { mediaMissing, nameTaken } from './problems.ts'
import { CategoryRecord, presentCategory } from './shapes.ts'

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

  async handle({ body, caller, ...work }) {
    await lockCatalogue(work.db)
    const row = await addCategory(work, caller, newCategory(newId(), null, body))
    work.audit(`category/${row.id}`)
    return presentCategory(row, work.services)
  },
})

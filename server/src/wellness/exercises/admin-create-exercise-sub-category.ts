import { newId } from '../../platform/ids.ts'
import { operation } from '../../platform/operation/operation.ts'
import { contentAdministrator } from '../access.ts'
import { lockCatalogue } from './change-queries.ts'
import { addCategory, requireTop } from './changes.ts'
import { newCategory, SubCategoryContent } from './contents.ts'
import { categoryNotFound, mediaMissing, nameTaken } from './problems.ts'
import { presentSubCategory, SubCategoryRecord } from './shapes.ts'

export const adminCreateExerciseSubCategory = operation({
  key: 'A33',
  source: 'named in the specification with POST; path and fields chosen here',
  method: 'POST',
  path: '/admin/exercise-sub-category',
  summary: 'Create a sub-category of an exercise category',
  access: contentAdministrator,
  body: SubCategoryContent,
  replies: { 201: { message: 'Sub-category created successfully', data: SubCategoryRecord } },
  problems: [categoryNotFound, nameTaken, mediaMissing],

  async handle({ body, caller, ...work }) {
    await lockCatalogue(work.db)
    await requireTop(work.db, body.categoryId)
    const row = await addCategory(work, caller, newCategory(newId(), body.categoryId, body))
    work.audit(`category/${row.id}`)
    return presentSubCategory(row, work.services)
  },
})

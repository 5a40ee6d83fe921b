import { newId } from '../../platform/ids.ts'
import { operation } from '../../platform/operation/operation.ts'
import { contentAdministrator } from '../access.ts'
import { attachPictures } from './media.ts'
import { categoryNotFound, mediaMissing, nameTaken, noCategoryAt, takenAt } from './problems.ts'
import { insertCategory, selectCategory } from './queries.ts'
import { newCategory, presentCategory, SubCategoryContent, SubCategoryRecord } from './shapes.ts'

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

  async handle({ body, caller, db, clock, services, audit }) {
    const parent = await selectCategory(db, body.categoryId, { isOffered: false })
    if (!parent || parent.parent_id !== null) throw noCategoryAt('body.categoryId')
    await attachPictures(db, caller, { image: body.image, icon: body.icon })
    const row = await insertCategory(db, newCategory(newId(), parent.id, body), clock.now())
    if (!row) throw takenAt('body.name')
    audit(`category/${row.id}`)
    return { ...presentCategory(row, services), categoryId: parent.id }
  },
})

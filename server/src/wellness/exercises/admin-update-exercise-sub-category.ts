import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { contentAdministrator } from '../access.ts'
import { CatalogueId } from '../ids.ts'
import { lockCatalogue } from './change-queries.ts'
import { changeCategory, requireKept, requireTop, requireVersion } from './changes.ts'
import { changedCategory, SubCategoryChanges } from './contents.ts'
import { categoryNotFound, changedMeanwhile, mediaMissing, nameTaken } from './problems.ts'
import { presentSubCategory, SubCategoryRecord } from './shapes.ts'

export const adminUpdateExerciseSubCategory = operation({
  key: 'A35',
  source: 'named in the specification with PUT; path and fields chosen here: what is left out stays',
  method: 'PUT',
  path: '/admin/exercise-sub-category/{id}',
  summary: 'Change a sub-category, or move it with its exercises to another category',
  access: contentAdministrator,
  params: Type.Object({ id: CatalogueId }),
  body: SubCategoryChanges,
  replies: { 200: { message: 'Sub-category updated successfully', data: SubCategoryRecord } },
  problems: [categoryNotFound, changedMeanwhile, nameTaken, mediaMissing],

  async handle({ params, body, caller, ...work }) {
    await lockCatalogue(work.db)
    const old = await requireKept(work.db, 'sub', params.id)
    requireVersion(old, body.version)
    if (body.categoryId !== undefined) await requireTop(work.db, body.categoryId)
    const wanted = changedCategory(old, body.categoryId ?? old.parent_id, body)
    const row = await changeCategory(work, caller, old, wanted)
    work.audit(`category/${row.id}`, { fields: Object.keys(body) })
    return presentSubCategory(row, work.services)
  },
})

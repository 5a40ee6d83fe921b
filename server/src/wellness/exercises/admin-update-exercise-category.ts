import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { contentAdministrator } from '../access.ts'
import { CatalogueId } from '../ids.ts'
import { lockCatalogue } from './change-queries.ts'
import { changeCategory, requireKept, requireVersion } from './changes.ts'
import { CategoryChanges, changedCategory } from './contents.ts'
import { categoryNotFound, changedMeanwhile, mediaMissing, nameTaken } from './problems.ts'
import { CategoryRecord, presentCategory } from './shapes.ts'

export const adminUpdateExerciseCategory = operation({
  key: 'A29',
  source: 'named in the specification with PUT; path and fields chosen here: what is left out stays',
  method: 'PUT',
  path: '/admin/exercise-category/{id}',
  summary: 'Change an exercise category',
  access: contentAdministrator,
  params: Type.Object({ id: CatalogueId }),
  body: CategoryChanges,
  replies: { 200: { message: 'Category updated successfully', data: CategoryRecord } },
  problems: [categoryNotFound, changedMeanwhile, nameTaken, mediaMissing],

  async handle({ params, body, caller, ...work }) {
    await lockCatalogue(work.db)
    const old = await requireKept(work.db, 'top', params.id)
    requireVersion(old, body.version)
    const row = await changeCategory(work, caller, old, changedCategory(old, null, body))
    work.audit(`category/${row.id}`, { fields: Object.keys(body) })
    return presentCategory(row, work.services)
  },
})

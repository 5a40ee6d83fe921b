import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { contentAdministrator } from '../access.ts'
import { CatalogueId } from '../ids.ts'
import { lockCatalogue } from './change-queries.ts'
import { changeStatus, requireKept } from './changes.ts'
import { CategoryStatus, statusIn } from './contents.ts'
import { categoryNotFound } from './problems.ts'
import { Affected } from './shapes.ts'

export const adminUpdateExerciseSubCategoryStatus = operation({
  key: 'A37',
  source: 'named in the specification with PATCH; path, fields and reply chosen here',
  method: 'PATCH',
  path: '/admin/exercise-sub-category/{id}/status',
  summary: 'Hide a sub-category with all that is below it, or show it again',
  access: contentAdministrator,
  params: Type.Object({ id: CatalogueId }),
  body: CategoryStatus,
  replies: { 200: { message: 'Sub-category status updated successfully', data: Affected } },
  problems: [categoryNotFound],

  async handle({ params, body, ...work }) {
    const status = statusIn(body)
    const cascade = body.cascade ?? false
    await lockCatalogue(work.db)
    await requireKept(work.db, 'sub', params.id)
    const affectedChildren = await changeStatus(work, params.id, { status, cascade })
    work.audit(`category/${params.id}`, { status, cascade })
    return { affectedChildren }
  },
})

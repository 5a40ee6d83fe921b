import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { administrator } from '../access.ts'
import { CategoryId } from '../ids.ts'
import { addCategory } from './changes.ts'
import { categoryTooDeep, nameTaken, noSuchCategory } from './problems.ts'
import { CategoryRecord, categoryFields, presentCategory } from './shapes.ts'

export const adminAddSubCategory = operation({
  key: 'M84',
  source: 'named in the specification; method, path, fields and reply chosen here',
  method: 'POST',
  path: '/category-mgt/add-sub-category',
  summary: 'Add a category below another',
  access: administrator,
  body: Type.Object({ ...categoryFields, category_id: CategoryId }),
  replies: { 200: { message: 'Sub-category added successfully', data: CategoryRecord } },
  problems: [noSuchCategory, nameTaken, categoryTooDeep],

  async handle({ body: { category_id, ...fields }, caller, ...work }) {
    const row = await addCategory(work, fields, category_id)
    work.audit(`category/${row.id}`, { name: row.name })
    return presentCategory(row)
  },
})

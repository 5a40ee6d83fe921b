import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { Nullable } from '../../platform/operation/schema.ts'
import { administrator } from '../access.ts'
import { CategoryId } from '../ids.ts'
import { addCategory } from './changes.ts'
import { categoryTooDeep, nameTaken, noSuchCategory } from './problems.ts'
import { CategoryRecord, categoryFields, presentCategory } from './shapes.ts'

export const adminAddCategory = operation({
  key: 'M83',
  source: 'named in the specification; method, path, fields and reply chosen here',
  method: 'POST',
  path: '/category-mgt/add',
  summary: 'Add a category, at the top or below another',
  access: administrator,
  body: Type.Object({ ...categoryFields, parent_id: Type.Optional(Nullable(CategoryId)) }),
  replies: { 200: { message: 'Category added successfully', data: CategoryRecord } },
  problems: [noSuchCategory, nameTaken, categoryTooDeep],

  async handle({ body: { parent_id, ...fields }, caller, ...work }) {
    const row = await addCategory(work, fields, parent_id ?? null)
    work.audit(`category/${row.id}`, { name: row.name })
    return presentCategory(row)
  },
})

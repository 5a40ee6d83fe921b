import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { invalidField } from '../../platform/operation/problem.ts'
import { reply } from '../../platform/operation/reply.ts'
import { Nullable } from '../../platform/operation/schema.ts'
import { administrator } from '../access.ts'
import { CategoryId } from '../ids.ts'
import { categoryMoved } from './announcements.ts'
import { checkPlace, mergeInto, readAttributeSchema, sayNameTaken, slugOf } from './changes.ts'
import { categoryCycle, categoryTooDeep, nameTaken, noSuchCategory } from './problems.ts'
import { lockTree, selectCategory, updateCategory } from './queries.ts'
import { CategoryRecord, categoryFields, presentCategory } from './shapes.ts'

export const adminUpdateCategory = operation({
  key: 'M80',
  source: 'named in the specification; method, path, fields, moving and merging chosen here',
  method: 'PUT',
  path: '/category-mgt/update/{category_id}',
  summary: 'Change, move or disable a category, or merge it into another',
  access: administrator,
  params: Type.Object({ category_id: CategoryId }),
  versioned: true,
  body: Type.Object({
    ...categoryFields,
    name: Type.Optional(categoryFields.name),
    parent_id: Type.Optional(Nullable(CategoryId)),
    merge_into: Type.Optional(CategoryId),
  }),
  replies: { 200: { message: 'Category updated successfully', data: CategoryRecord } },
  problems: [noSuchCategory, nameTaken, categoryCycle, categoryTooDeep],

  async handle({ expectVersion, params, body: { merge_into, ...body }, caller, ...work }) {
    const { db, clock } = work
    const id = params.category_id
    await lockTree(db)
    const old = await selectCategory(db, id)
    if (!old) throw noSuchCategory()
    expectVersion(old)
    if (merge_into !== undefined) {
      if (Object.keys(body).length > 0)
        throw invalidField('body.merge_into', 'alone', 'goes with no other change')
      await mergeInto(work, id, merge_into)
      const target = await selectCategory(db, merge_into)
      if (!target) throw noSuchCategory()
      work.audit(`category/${id}`, { merge_into })
      return reply({ data: presentCategory(target), message: 'Category merged successfully' })
    }
    const parentId = body.parent_id === undefined ? old.parent_id : body.parent_id
    if (parentId !== old.parent_id) await checkPlace(db, id, parentId)
    const name = body.name ?? old.name
    const row = await updateCategory(
      work,
      {
        id,
        parentId,
        name,
        slug: slugOf(name),
        names: body.names ?? old.names,
        icon: body.icon ?? old.icon,
        position: body.position ?? old.position,
        isEnabled: body.enabled ?? old.is_enabled,
        attributeSchema: body.attribute_schema
          ? readAttributeSchema(body.attribute_schema)
          : old.attribute_schema,
        expirationDays: body.expiration_days ?? old.expiration_days,
      },
      clock.now(),
    ).catch(sayNameTaken)
    if (!row) throw noSuchCategory()
    if (parentId !== old.parent_id) await work.announce(categoryMoved, { categoryId: id })
    work.audit(`category/${id}`, { fields: Object.keys(body) })
    return presentCategory(row)
  },
})

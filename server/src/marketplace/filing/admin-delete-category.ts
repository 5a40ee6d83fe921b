import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { Id } from '../../platform/operation/schema.ts'
import { administrator } from '../access.ts'
import {
  categoryCycle,
  categoryTooDeep,
  deleteCategory,
  lockTree,
  mergeInto,
  nameTaken,
  noSuchCategory,
  selectCategory,
  wasDeleted,
} from '../categories/public.ts'
import { CategoryId } from '../ids.ts'
import { categoryNotEmpty } from './problems.ts'
import { lockAndCount } from './queries.ts'

export const adminDeleteCategory = operation({
  key: 'M86',
  source: 'named in the specification; method, path, moving and reply chosen here',
  method: 'DELETE',
  path: '/category-mgt/delete/{category_id}',
  summary: 'Delete an empty category, or move what is in it to another and delete it',
  tag: 'categories',
  access: administrator,
  params: Type.Object({ category_id: CategoryId }),
  query: Type.Object({ move_to: Type.Optional(CategoryId) }),
  replies: {
    200: {
      message: 'Category deleted successfully',
      data: Type.Object({
        _id: Id,
        deleted: Type.Boolean(),
        moved: Type.Object(
          { posts: Type.Integer(), sub_categories: Type.Integer() },
          { description: 'listings are found at once where they go, and filed there within minutes' },
        ),
      }),
    },
  },
  problems: [noSuchCategory, categoryNotEmpty, categoryCycle, categoryTooDeep, nameTaken],

  async handle({ params, query, caller, ...work }) {
    const { db, clock } = work
    const id = params.category_id
    const nothing = { posts: 0, sub_categories: 0 }
    await lockTree(db)
    if (!(await selectCategory(db, id))) {
      if (await wasDeleted(db, id)) return { _id: id, deleted: true, moved: nothing }
      throw noSuchCategory()
    }
    work.audit(`category/${id}`, { move_to: query.move_to })
    const counts = await lockAndCount(db, id)
    if (query.move_to !== undefined) {
      await mergeInto(work, id, query.move_to)
      return { _id: id, deleted: true, moved: counts }
    }
    if (counts.posts + counts.sub_categories > 0) throw categoryNotEmpty({ details: { counts } })
    await deleteCategory(work, id, null, clock.now())
    return { _id: id, deleted: true, moved: nothing }
  },
})

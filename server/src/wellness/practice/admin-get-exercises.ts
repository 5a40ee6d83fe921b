import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { OneOf, Text } from '../../platform/operation/schema.ts'
import { administrator } from '../access.ts'
import {
  countExercises,
  ExerciseRecord,
  exerciseOrders,
  mediaTypes,
  presentRecord,
  selectExercises,
  sorts,
  statuses,
} from '../exercises/public.ts'
import { CatalogueId } from '../ids.ts'
import { practiceOf } from '../sessions/public.ts'

export const adminGetExercises = operation({
  key: 'A40',
  source: 'named in the specification with GET; path, filters and shape chosen here',
  method: 'GET',
  path: '/admin/exercise',
  summary: 'List the exercises, inactive ones too, with how they are used',
  tag: 'exercises',
  access: administrator,
  query: Type.Object({
    categoryId: Type.Optional(CatalogueId),
    subCategoryId: Type.Optional(CatalogueId),
    q: Type.Optional(Text(1, 100, { example: 'breathe' })),
    status: Type.Optional(OneOf(statuses)),
    mediaType: Type.Optional(OneOf(mediaTypes)),
    sort: Type.Optional(OneOf(sorts, { default: 'newest' })),
  }),
  paged: { limit: 20, numbered: true },
  runs: 'long-read',
  replies: { 200: { message: 'Exercises fetched successfully', data: Type.Array(ExerciseRecord) } },

  async handle({ query, db, services, page }) {
    const { sort = 'newest' } = query
    const filter = {
      categoryId: query.categoryId ?? null,
      subCategoryId: query.subCategoryId ?? null,
      q: query.q ?? null,
      status: query.status ?? null,
      mediaType: query.mediaType ?? null,
    }
    const { after, offset } = page
    const [rows, total] = await Promise.all([
      selectExercises(db, { ...filter, sort, after, offset, limit: page.limit + 1 }),
      countExercises(db, filter),
    ])
    const ids = rows.map((row) => row.id)
    const practice = await practiceOf(db, ids)
    return page.of(
      rows,
      exerciseOrders[sort].keyOf,
      (row) => presentRecord(row, practice.get(row.id), services),
      {
        total,
      },
    )
  },
})

import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { Integer, OneOf } from '../../platform/operation/schema.ts'
import { user } from '../access.ts'
import {
  categoryNotFound,
  exercisesInPlace,
  LanguageHeader,
  mediaTypes,
  noCategoryAt,
  OfferedExercise,
  presentOfferedExercise,
  selectCategory,
  selectOfferedExercises,
  subCategoryNotFound,
} from '../exercises/public.ts'
import { feelingLabels } from '../feelings/public.ts'
import { CatalogueId } from '../ids.ts'
import { ownPracticeOf } from '../sessions/public.ts'
import { hasSubscription } from '../subscriptions/public.ts'

export const getCategoryExercises = operation({
  key: 'U18',
  source: 'named in the specification with GET; path, filters and shape chosen here',
  method: 'GET',
  path: '/user/category-exercise',
  summary: 'List the exercises of a category, with what you did of them',
  tag: 'exercises',
  access: user,
  query: Type.Object({
    categoryId: CatalogueId,
    subCategoryId: Type.Optional(CatalogueId),
    minDuration: Type.Optional(Integer(1, 43_200, { description: 'seconds' })),
    maxDuration: Type.Optional(Integer(1, 43_200, { description: 'seconds' })),
    feeling: Type.Optional(OneOf(feelingLabels)),
    mediaType: Type.Optional(OneOf(mediaTypes)),
    premium: Type.Optional(Type.Boolean()),
  }),
  headers: LanguageHeader,
  paged: { limit: 20 },
  replies: { 200: { message: 'Exercises fetched successfully', data: Type.Array(OfferedExercise) } },
  problems: [categoryNotFound, subCategoryNotFound],

  async handle({ query, headers, caller, db, clock, services, page }) {
    const category = await selectCategory(db, query.categoryId, { isOffered: true })
    if (!category || category.parent_id !== null) throw noCategoryAt('query.categoryId')
    if (query.subCategoryId !== undefined) {
      const sub = await selectCategory(db, query.subCategoryId, { isOffered: true })
      if (sub?.parent_id !== query.categoryId) throw subCategoryNotFound()
    }
    const rows = await selectOfferedExercises(db, {
      categoryId: query.categoryId,
      subCategoryId: query.subCategoryId ?? null,
      minDuration: query.minDuration ?? null,
      maxDuration: query.maxDuration ?? null,
      feeling: query.feeling ?? null,
      mediaType: query.mediaType ?? null,
      isPremium: query.premium ?? null,
      after: page.after,
      limit: page.limit + 1,
    })
    const ids = rows.map((row) => row.id)
    const [practice, isSubscriber] = await Promise.all([
      ownPracticeOf(db, ids, caller.id),
      hasSubscription(db, caller.id, clock.now()),
    ])
    const reader = { language: headers.language ?? caller.language, isSubscriber }
    return page.of(rows, exercisesInPlace.keyOf, (row) =>
      presentOfferedExercise(row, practice.get(row.id), services, reader),
    )
  },
})

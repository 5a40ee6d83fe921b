import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { user } from '../access.ts'
import {
  ExerciseDetail,
  LanguageHeader,
  noSuchExercise,
  presentDetail,
  selectExercise,
} from '../exercises/public.ts'
import { CatalogueId } from '../ids.ts'
import { ownPracticeOf } from '../sessions/public.ts'
import { hasSubscription } from '../subscriptions/public.ts'

export const getCategoryExercise = operation({
  key: 'U19',
  source: 'named in the specification with GET; path and shape chosen here',
  method: 'GET',
  path: '/user/category-exercise/{exerciseId}',
  summary: 'Get an exercise with its media and what it did for you; a retired one only if you did it once',
  tag: 'exercises',
  access: user,
  params: Type.Object({ exerciseId: CatalogueId }),
  headers: LanguageHeader,
  replies: { 200: { message: 'Exercise fetched successfully', data: ExerciseDetail } },
  problems: [noSuchExercise],

  async handle({ params, headers, caller, db, clock, services }) {
    const row = await selectExercise(db, params.exerciseId)
    if (!row) throw noSuchExercise()
    const practice = (await ownPracticeOf(db, [row.id], caller.id)).get(row.id)
    if (!row.is_offered && !practice) throw noSuchExercise()
    const isSubscriber = await hasSubscription(db, caller.id, clock.now())
    return presentDetail(row, practice, services, {
      language: headers.language ?? caller.language,
      isSubscriber,
    })
  },
})

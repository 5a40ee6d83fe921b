import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { Id } from '../../platform/operation/schema.ts'
import { user } from '../access.ts'
import {
  ExerciseDetail,
  LanguageHeader,
  noSuchExercise,
  presentDetail,
  selectExercise,
} from '../exercises/public.ts'
import { ownPracticeOf } from '../sessions/public.ts'

export const getCategoryExercise = operation({
  key: 'U19',
  source: 'named in the specification with GET; path and shape chosen here',
  method: 'GET',
  path: '/user/category-exercise/{exerciseId}',
  summary: 'Get an exercise with its media and what it did for you; a retired one only if you did it once',
  tag: 'exercises',
  access: user,
  params: Type.Object({ exerciseId: Id }),
  headers: LanguageHeader,
  replies: { 200: { message: 'Exercise fetched successfully', data: ExerciseDetail } },
  problems: [noSuchExercise],

  async handle({ params, headers, caller, db, services }) {
    const row = await selectExercise(db, params.exerciseId)
    if (!row) throw noSuchExercise()
    const practice = (await ownPracticeOf(db, [row.id], caller.id)).get(row.id)
    if (!row.is_offered && !practice) throw noSuchExercise()
    return presentDetail(row, practice, services, headers.language)
  },
})

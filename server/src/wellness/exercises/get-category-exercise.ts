import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { Id } from '../../platform/operation/schema.ts'
import { user } from '../access.ts'
import { ownPracticeOf } from '../sessions/public.ts'
import { noSuchExercise } from './problems.ts'
import { selectExercise } from './queries.ts'
import { ExerciseDetail, LanguageHeader, presentDetail } from './shapes.ts'

export const getCategoryExercise = operation({
  key: 'U19',
  source: 'named in the specification with GET; path and shape chosen here',
  method: 'GET',
  path: '/user/category-exercise/{exerciseId}',
  summary: 'Get an exercise with its media and what it did for you; a retired one only if you did it once',
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

import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { administrator } from '../access.ts'
import { ExerciseRecord, noSuchExercise, presentRecord, selectKeptExercise } from '../exercises/public.ts'
import { CatalogueId } from '../ids.ts'
import { practiceOf } from '../sessions/public.ts'
import { countLinkedGoals } from './queries.ts'

const UsedExercise = Type.Object(
  {
    ...ExerciseRecord.properties,
    linkedGoals: Type.Integer({ description: 'goals that are not over and that name it' }),
  },
  { title: 'UsedExerciseRecord' },
)

export const adminGetExercise = operation({
  key: 'A42',
  source: 'named in the specification with GET; path and shape chosen here',
  method: 'GET',
  path: '/admin/exercise/{id}',
  summary: 'Get an exercise, an inactive one too, with how it is used and how many goals it moves',
  tag: 'exercises',
  access: administrator,
  params: Type.Object({ id: CatalogueId }),
  replies: { 200: { message: 'Exercise fetched successfully', data: UsedExercise } },
  problems: [noSuchExercise],

  async handle({ params, db, services }) {
    const row = await selectKeptExercise(db, params.id)
    if (!row) throw noSuchExercise()
    const [practice, linkedGoals] = await Promise.all([
      practiceOf(db, [row.id]),
      countLinkedGoals(db, row.id),
    ])
    return { ...presentRecord(row, practice.get(row.id), services), linkedGoals }
  },
})

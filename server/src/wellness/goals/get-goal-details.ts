import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { Id } from '../../platform/operation/schema.ts'
import { user } from '../access.ts'
import { ClientHeaders, clientOf } from '../accounts/public.ts'
import { detailsOf, GoalDetails } from './detailing.ts'
import { viewOf } from './kept-course.ts'
import { noSuchGoal } from './problems.ts'
import { fromTheStart, selectGoal } from './queries.ts'
import { DayAsked, spanAsked, spanOf } from './span.ts'

export const getGoalDetails = operation({
  key: 'G5',
  source: 'named in the specification; method, path, fields and shape chosen here',
  method: 'GET',
  path: '/goals/{goalId}/details',
  summary:
    'See one of your goals: its days over some time, its strength, revisions, sessions and next reminder',
  access: user,
  params: Type.Object({ goalId: Id }),
  query: Type.Object({
    ...spanAsked(),
    date: Type.Optional({
      ...DayAsked,
      description: `one day instead of from and to; ${DayAsked.description}`,
    }),
  }),
  headers: Type.Pick(ClientHeaders, ['timeZone']),
  replies: { 200: { message: 'Goal fetched successfully', data: GoalDetails } },
  problems: [noSuchGoal],

  async handle({ params: { goalId }, query, headers, caller, ...reading }) {
    const { db } = reading
    const timezone = clientOf(headers).timezone ?? caller.timezone
    const view = await viewOf(reading, { ...caller, timezone })
    const { today } = view
    const span = spanOf(query, today)
    const goal = await selectGoal(db, { id: goalId, userId: caller.id, today, marksFrom: fromTheStart })
    if (!goal) throw noSuchGoal()
    return detailsOf(db, goal, view, span)
  },
})

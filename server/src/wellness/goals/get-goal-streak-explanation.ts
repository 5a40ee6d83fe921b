import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { Id } from '../../platform/operation/schema.ts'
import { user } from '../access.ts'
import { ClientHeaders, clientOf } from '../accounts/public.ts'
import { ExplainedUnit, explain, presentUnit } from '../streaks/public.ts'
import { courseOf, ledgerOf } from './course.ts'
import { viewOf } from './kept-course.ts'
import { noSuchGoal } from './problems.ts'
import { fromTheStart, selectGoal } from './queries.ts'
import { GoalStreak, presentStreak } from './shapes.ts'
import { spanAsked, spanOf } from './span.ts'

export const getGoalStreakExplanation = operation({
  source: 'not in the specification; what support is asked most is answered where it is asked',
  method: 'GET',
  path: '/goals/{goalId}/streak/explain',
  summary:
    'See why a streak is what it is: each day, week or month with how it was judged, when and where it ended',
  access: user,
  params: Type.Object({ goalId: Id }),
  query: Type.Object(spanAsked()),
  headers: Type.Pick(ClientHeaders, ['timeZone']),
  replies: {
    200: {
      message: 'Streak explained',
      data: Type.Object({ streak: GoalStreak, units: Type.Array(ExplainedUnit) }),
    },
  },
  problems: [noSuchGoal],

  async handle({ params: { goalId }, query, headers, caller, ...reading }) {
    const timezone = clientOf(headers).timezone ?? caller.timezone
    const view = await viewOf(reading, { ...caller, timezone })
    const { today } = view
    const span = spanOf(query, today)
    const goal = await selectGoal(reading.db, {
      id: goalId,
      userId: caller.id,
      today,
      marksFrom: fromTheStart,
    })
    if (!goal) throw noSuchGoal()
    return {
      streak: presentStreak(courseOf(goal, view, { isWhole: true })),
      units: explain(ledgerOf(goal, view), span).map(presentUnit),
    }
  },
})

import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { administrator } from '../access.ts'
import { SeenGoalId } from '../ids.ts'
import { ExplainedUnit, explain, presentUnit } from '../streaks/public.ts'
import { ledgerOf } from './course.ts'
import { detailsOf, GoalDetails } from './detailing.ts'
import { ReasonHeader, viewOfPerson } from './looking-in.ts'
import { noSuchGoal } from './problems.ts'
import { fromTheStart, selectGoal, selectOwner } from './queries.ts'
import { spanAsked, spanOf } from './span.ts'

export const adminGetGoal = operation({
  key: 'A18',
  source: 'named in the specification with GET; path, fields and shape chosen here',
  method: 'GET',
  path: '/admin/goals/{goalId}',
  summary:
    'See a goal of a user, its days and why its streak is what it is; that you looked is kept, with your reason',
  access: administrator,
  runs: 'write',
  params: Type.Object({ goalId: SeenGoalId }),
  query: Type.Object(spanAsked()),
  headers: ReasonHeader,
  replies: {
    200: {
      message: 'Goal fetched successfully',
      data: Type.Object({ ...GoalDetails.properties, units: Type.Array(ExplainedUnit) }),
    },
  },
  problems: [noSuchGoal],

  async handle({ params: { goalId }, query, headers, db, clock, audit }) {
    const ownerId = await selectOwner(db, goalId)
    const view = ownerId === undefined ? undefined : await viewOfPerson({ db, clock }, ownerId)
    if (!view) throw noSuchGoal()
    const { today } = view
    const span = spanOf(query, today)
    const goal = await selectGoal(db, { id: goalId, userId: null, today, marksFrom: fromTheStart })
    if (!goal) throw noSuchGoal()
    audit(`goal/${goalId}`, { userId: goal.user_id, reason: headers['X-Reason'] ?? null })
    const details = await detailsOf(db, goal, view, span)
    return { ...details, units: explain(ledgerOf(goal, view), span).map(presentUnit) }
  },
})

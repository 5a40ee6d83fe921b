import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { Id, Nullable, OneOf, Text } from '../../platform/operation/schema.ts'
import { user } from '../access.ts'
import { ClientHeaders, clientOf } from '../accounts/public.ts'
import { selectReminders } from '../reminders/public.ts'
import { courseOf, dayOf } from './course.ts'
import { dateOfDaily, goalsOfDaily } from './daily-id.ts'
import { Current, mostSubGoals } from './input-shapes.ts'
import { viewOf } from './kept-course.ts'
import { markDay } from './marking.ts'
import { dayLocked, goalPaused, noSuchDailyGoal, notDue } from './problems.ts'
import { lockGoalOfDaily, selectGoal } from './queries.ts'
import { DailyGoal, GoalRecord, isMarkable, presentDaily, presentGoal } from './shapes.ts'

export const updateDailyGoalStatus = operation({
  key: 'G7',
  source: 'named in the specification; method, path, fields and shape chosen here',
  method: 'PATCH',
  path: '/goals/daily/{dailyGoalId}/status',
  summary: 'Mark a day of a goal, today or up to a week ago, or take that back',
  access: user,
  params: Type.Object({ dailyGoalId: Id }),
  headers: Type.Pick(ClientHeaders, ['timeZone']),
  body: Type.Object({
    status: Type.Optional(OneOf(['COMPLETED', 'PENDING', 'SKIPPED'])),
    current: Type.Optional(Current),
    subGoals: Type.Optional(
      Type.Array(Type.Object({ id: Id, isCompleted: Type.Boolean() }), { maxItems: mostSubGoals }),
    ),
    note: Type.Optional(Nullable(Text(0, 500, { example: 'Easier than last week.' }))),
  }),
  replies: {
    200: {
      message: 'Daily goal updated successfully',
      data: Type.Object({
        ...DailyGoal.properties,
        summary: GoalRecord,
        streakChanged: Type.Boolean(),
      }),
    },
  },
  problems: [noSuchDailyGoal, notDue, dayLocked, goalPaused],

  async handle({ params: { dailyGoalId }, body, headers, caller, ...work }) {
    const { db } = work
    const range = goalsOfDaily(dailyGoalId)
    if (!range) throw noSuchDailyGoal()
    const owner = { ...caller, timezone: clientOf(headers).timezone ?? caller.timezone }
    const [view, goalId] = await Promise.all([viewOf(work, owner), lockGoalOfDaily(db, caller.id, range)])
    const goal = goalId && (await selectGoal(db, { id: goalId, userId: caller.id, today: view.today }))
    if (!goal) throw noSuchDailyGoal()
    const date = dateOfDaily(dailyGoalId, goal.id)
    if (!isMarkable(date, view)) throw dayLocked()
    const day = dayOf(courseOf(goal, view), date)
    if (!day) throw notDue()
    if (day.isPaused) throw goalPaused()
    const course = await markDay(work, owner, view, { goal, day, ask: body })
    const marked = dayOf(course, date)
    if (!marked) throw notDue()
    return {
      ...presentDaily(course, marked),
      summary: presentGoal(course, (await selectReminders(db, [goal.id])).get(goal.id)),
      streakChanged: course.folded.current !== goal.streak,
    }
  },
})

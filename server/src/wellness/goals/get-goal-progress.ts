import { type Static, Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { reply } from '../../platform/operation/reply.ts'
import { CalendarDate, Id, OneOf } from '../../platform/operation/schema.ts'
import { user } from '../access.ts'
import { ClientHeaders, clientOf, selectUser } from '../accounts/public.ts'
import { addDays, daysBetween } from '../days/public.ts'
import { courseOf } from './course.ts'
import { viewOf } from './kept-course.ts'
import { noSuchGoal } from './problems.ts'
import { bucketsOf, ProgressBucket, ProgressTotals, progressTotals } from './progress.ts'
import { fromTheStart, selectGoalsOfDates, selectPractice } from './queries.ts'
import { spanAsked, spanOf } from './span.ts'

const mostDays = 731

export const getGoalProgress = operation({
  key: 'G8',
  source: 'named in the specification; method, path, filters and shape chosen here',
  method: 'GET',
  path: '/goals/progress',
  summary: 'See how your goals, or one, went day by day, by week or by month, beside the time before',
  access: user,
  query: Type.Object({
    goalId: Type.Optional(Id),
    ...spanAsked({ most: mostDays }),
    interval: Type.Optional(OneOf(['day', 'week', 'month'], { description: 'day unless said' })),
  }),
  headers: Type.Pick(ClientHeaders, ['timeZone']),
  runs: 'long-read',
  replies: {
    200: {
      message: 'Progress fetched successfully',
      data: Type.Array(ProgressBucket),
      meta: Type.Object({
        from: CalendarDate,
        to: CalendarDate,
        totals: ProgressTotals,
        previous: ProgressTotals,
      }),
    },
  },
  problems: [noSuchGoal],

  async handle({ query, headers, caller, ...reading }) {
    const { db } = reading
    const timezone = clientOf(headers).timezone ?? caller.timezone
    const [view, person] = await Promise.all([
      viewOf(reading, { ...caller, timezone }),
      selectUser(db, caller.id),
    ])
    const { today } = view
    const span = spanOf(query, today, { most: mostDays })
    const days = daysBetween(span.from, span.to) + 1
    const before = { from: addDays(span.from, -days), to: addDays(span.from, -1) }
    const reach = { userId: caller.id, from: before.from, to: span.to }
    const [goals, practice] = await Promise.all([
      selectGoalsOfDates(db, { ...reach, today, goalId: query.goalId, marksFrom: fromTheStart }),
      selectPractice(db, reach),
    ])
    if (query.goalId !== undefined && goals.length === 0) {
      const own = { userId: caller.id, from: fromTheStart, to: '9999-12-31', today, goalId: query.goalId }
      if ((await selectGoalsOfDates(db, own)).length === 0) throw noSuchGoal()
    }
    const courses = goals.map((goal) => courseOf(goal, view, { isWhole: true }))
    const data: Static<typeof ProgressBucket>[] = bucketsOf(courses, practice, span, {
      interval: query.interval ?? 'day',
      weekStart: person?.week_start ?? 'MON',
      withStrength: query.goalId !== undefined,
      view,
    })
    const totals = progressTotals(courses, practice, span, view)
    const previous = progressTotals(courses, practice, before, view)
    return reply({ data, meta: { ...span, totals, previous } })
  },
})

import { type Static, Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { CalendarDate, Id, Nullable, OneOf, Shown } from '../../platform/operation/schema.ts'
import { user } from '../access.ts'
import { ClientHeaders, clientOf, selectUser } from '../accounts/public.ts'
import { addDays } from '../days/public.ts'
import { Streak, streakFrom } from '../sessions/public.ts'
import { courseOf } from './course.ts'
import { Insight, insightsOf } from './insights.ts'
import { viewOf } from './kept-course.ts'
import { bucketsOf, ProgressBucket, ProgressTotals, progressTotals, weekAround } from './progress.ts'
import { selectGoalsOfDates, selectPractice, selectTopLift } from './queries.ts'
import { GoalStreak, presentStreak } from './shapes.ts'

const moodDays = 28
const liftDays = 180

const Change = Nullable(
  Type.Number(),
  'against the same days of the week before; null where there is nothing to compare',
)

export const getGoalProgressHome = operation({
  key: 'G9',
  source: 'named in the specification; method, path and shape chosen here',
  method: 'GET',
  path: '/goals/progress/home',
  summary: 'See this week beside the last: goals, practice, mood, and what stands out',
  access: user,
  headers: Type.Pick(ClientHeaders, ['timeZone']),
  replies: {
    200: {
      message: 'Progress fetched successfully',
      data: Type.Object({
        from: CalendarDate,
        to: CalendarDate,
        days: Type.Array(ProgressBucket),
        week: ProgressTotals,
        change: Type.Object({ percent: Change, minutes: Change, done: Change }),
        practiceStreak: Streak,
        bestStreak: Nullable(
          Type.Object({ goalId: Id, title: Shown('Sit still for ten minutes'), streak: GoalStreak }),
          'of the goals that you have the one with the longest present run',
        ),
        mood: Type.Object({
          valence: Nullable(Type.Number(), 'of the last two weeks'),
          before: Nullable(Type.Number(), 'of the two before'),
          trend: Nullable(OneOf(['UP', 'DOWN', 'STEADY'])),
        }),
        topLift: Nullable(
          Type.Object({ exerciseId: Id, title: Shown('Four in, six out'), lift: Type.Number() }),
          'the exercise after which you feel better most',
        ),
        insights: Type.Array(Insight, { maxItems: 3 }),
      }),
    },
  },

  async handle({ headers, caller, ...reading }) {
    const { db } = reading
    const here = { ...caller, timezone: clientOf(headers).timezone ?? caller.timezone }
    const [view, person] = await Promise.all([viewOf(reading, here), selectUser(db, caller.id)])
    const { today } = view
    const weekStart = person?.week_start ?? 'MON'
    const week = weekAround(today, weekStart)
    const soFar = { from: week.from, to: today }
    const before = { from: addDays(week.from, -7), to: addDays(today, -7) }
    const [goals, practice, top, practiceStreak] = await Promise.all([
      // What is kept of them leaves this week and the last to be folded.
      selectGoalsOfDates(db, { userId: caller.id, today, from: before.from, to: week.to }),
      selectPractice(db, { userId: caller.id, from: addDays(today, 1 - moodDays), to: today }),
      selectTopLift(db, { userId: caller.id, since: addDays(today, -liftDays) }),
      streakFrom(db, caller.id, view),
    ])
    const courses = goals.map((goal) => courseOf(goal, view))
    const live = courses.filter(({ goal }) => goal.standing === 'ACTIVE')
    const best = live.toSorted((a, b) => b.folded.current - a.folded.current)[0]
    const now = progressTotals(courses, practice, soFar, view)
    const then = progressTotals(courses, practice, before, view)
    const half = addDays(today, 1 - moodDays / 2)
    const mood = moodOf(
      progressTotals([], practice, { from: half, to: today }, view).valence,
      progressTotals([], practice, { from: addDays(today, 1 - moodDays), to: addDays(half, -1) }, view)
        .valence,
    )
    const topLift = top ? { exerciseId: top.exercise_id, title: top.title, lift: rounded(top.lift) } : null
    return {
      ...week,
      days: bucketsOf(courses, practice, week, { interval: 'day', weekStart, withStrength: false, view }),
      week: now,
      change: {
        percent: difference(now.percent, then.percent),
        minutes: difference(now.minutes, then.minutes),
        done: then.due === 0 ? null : now.done - then.done,
      },
      practiceStreak,
      bestStreak:
        best && best.folded.current > 0
          ? { goalId: best.goal.id, title: best.goal.title, streak: presentStreak(best) }
          : null,
      mood,
      topLift,
      insights: insightsOf(live, { topLift, mood, today }),
    }
  },
})

const rounded = (value: number) => Math.round(value * 100) / 100

const difference = (now: number | null, then: number | null): number | null =>
  now === null || then === null ? null : rounded(now - then)

/** So much more or less is no accident of a few sessions. */
const noticeable = 0.25

function moodOf(valence: number | null, before: number | null) {
  const change = difference(valence, before)
  const trend: Static<typeof Trend> | null =
    change === null ? null : Math.abs(change) < noticeable ? 'STEADY' : change > 0 ? 'UP' : 'DOWN'
  return { valence, before, trend }
}

const Trend = OneOf(['UP', 'DOWN', 'STEADY'])

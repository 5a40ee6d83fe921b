import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { CalendarDate, Id, Nullable, OneOf, Shown, Timestamp } from '../../platform/operation/schema.ts'
import { user } from '../access.ts'
import { ClientHeaders, clientOf } from '../accounts/public.ts'
import { closingOf } from '../days/public.ts'
import { dayParts, SuggestedExercise } from '../exercises/public.ts'
import { countNotifications } from '../notifications/public.ts'
import { dayPartAt, suggestionFor } from '../practice/public.ts'
import { NextReminder, nextReminder } from '../reminders/public.ts'
import { Streak, streakFrom } from '../sessions/public.ts'
import { daysOn } from './days-of-goals.ts'
import { viewOf } from './kept-course.ts'
import { selectVacations } from './pause-queries.ts'
import { presentVacation, Vacation } from './pauses.ts'
import { DailyGoal, DaySummary, GoalStreak, presentDaily, presentStreak, summaryOf } from './shapes.ts'

export const getGoalsHome = operation({
  key: 'G10',
  source: 'named in the specification; method, path and shape chosen here',
  method: 'GET',
  path: '/goals/home',
  summary:
    'Get everything that a start page shows: today’s goals, the ring, streaks, what rings next and one suggestion',
  access: user,
  headers: Type.Pick(ClientHeaders, ['timeZone', 'language']),
  replies: {
    200: {
      message: 'Home fetched successfully',
      data: Type.Object({
        name: Shown('Ada'),
        dayPart: OneOf(dayParts),
        date: CalendarDate,
        closesAt: Timestamp,
        items: Type.Array(DailyGoal),
        summary: DaySummary,
        practiceStreak: Streak,
        bestRun: Nullable(
          Type.Object({ goalId: Id, title: Shown('Sit still for ten minutes'), streak: GoalStreak }),
          'of today’s goals the one with the longest present run',
        ),
        vacation: Nullable(Vacation, 'the time off that runs, or comes next'),
        nextReminder: Nullable(NextReminder),
        suggestion: Nullable(SuggestedExercise),
        unread: Type.Integer(),
      }),
    },
  },

  async handle({ headers, caller, ...reading }) {
    const { db, clock } = reading
    const now = clock.now()
    const client = clientOf(headers)
    const here = {
      ...caller,
      timezone: client.timezone ?? caller.timezone,
      language: client.language ?? caller.language,
    }
    const [view, reminder, suggestion, { unread }] = await Promise.all([
      viewOf(reading, here),
      nextReminder(db, caller.id),
      suggestionFor(reading, here),
      countNotifications(db, caller.id, now),
    ])
    const { today } = view
    const [days, [vacation], practiceStreak] = await Promise.all([
      daysOn(db, caller.id, view, today),
      selectVacations(db, caller.id, today),
      streakFrom(db, caller.id, view),
    ])
    const best = days.toSorted((a, b) => b.course.folded.current - a.course.folded.current)[0]?.course
    return {
      name: caller.name,
      dayPart: dayPartAt(now, here.timezone),
      date: today,
      closesAt: closingOf(today, view.stays).at.toISOString(),
      items: days.map(({ course, day }) => presentDaily(course, day)),
      summary: summaryOf(days.map(({ day }) => day)),
      practiceStreak,
      bestRun:
        best && best.folded.current > 0
          ? { goalId: best.goal.id, title: best.goal.title, streak: presentStreak(best) }
          : null,
      vacation: vacation ? presentVacation(vacation) : null,
      nextReminder: reminder,
      suggestion,
      unread,
    }
  },
})

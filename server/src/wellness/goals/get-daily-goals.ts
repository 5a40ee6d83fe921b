import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { invalidField } from '../../platform/operation/problem.ts'
import { CalendarDate, OneOf, Timestamp } from '../../platform/operation/schema.ts'
import { user } from '../access.ts'
import { ClientHeaders, clientOf } from '../accounts/public.ts'
import { addDays, closingOf } from '../days/public.ts'
import { daysOn } from './days-of-goals.ts'
import { viewOf } from './kept-course.ts'
import { DailyGoal, DaySummary, presentDaily, summaryOf } from './shapes.ts'
import { dayStatuses } from './statuses.ts'

const daysAhead = 7

export const getDailyGoals = operation({
  key: 'G6',
  source: 'named in the specification; method, path, filters and shape chosen here',
  method: 'GET',
  path: '/goals/daily',
  summary: 'See what is due on a day, today unless said, and how it went',
  access: user,
  query: Type.Object({
    date: Type.Optional({
      ...CalendarDate,
      description: `today unless said; at most ${daysAhead} days ahead`,
    }),
    status: Type.Optional(OneOf(dayStatuses)),
  }),
  headers: Type.Pick(ClientHeaders, ['timeZone']),
  replies: {
    200: {
      message: 'Daily goals fetched successfully',
      data: Type.Object({
        date: CalendarDate,
        closesAt: Timestamp,
        items: Type.Array(DailyGoal),
        summary: DaySummary,
      }),
    },
  },

  async handle({ query, headers, caller, ...reading }) {
    const timezone = clientOf(headers).timezone ?? caller.timezone
    const view = await viewOf(reading, { ...caller, timezone })
    const date = query.date ?? view.today
    if (date > addDays(view.today, daysAhead))
      throw invalidField('query.date', 'range', `must lie at most ${daysAhead} days ahead`)
    const days = await daysOn(reading.db, caller.id, view, date)
    return {
      date,
      closesAt: closingOf(date, view.stays).at.toISOString(),
      items: days
        .filter(({ day }) => query.status === undefined || day.status === query.status)
        .map(({ course, day }) => presentDaily(course, day)),
      summary: summaryOf(days.map(({ day }) => day)),
    }
  },
})

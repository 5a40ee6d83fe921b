import { Type } from 'typebox'
import { firstDay } from '../../platform/operation/instant.ts'
import { operation } from '../../platform/operation/operation.ts'
import { reply } from '../../platform/operation/reply.ts'
import { CalendarDate, OneOf } from '../../platform/operation/schema.ts'
import { user } from '../access.ts'
import { ClientHeaders, clientOf } from '../accounts/public.ts'
import { addDays, daysBetween, logicalDate } from '../days/public.ts'
import { checkDates, checkSpan } from './dates.ts'
import { lastPractised, selectGroups, selectSessions } from './queries.ts'
import {
  groupings,
  presentDay,
  presentGroup,
  presentSession,
  SessionGroup,
  SessionRecord,
  Streak,
} from './shapes.ts'
import { streakOf } from './streak.ts'

export const getCompletedWellness = operation({
  key: 'U22',
  source: 'named in the specification with GET; path, grouping, streak and shape chosen here',
  method: 'GET',
  path: '/user/wellness/completed',
  summary: 'List your completed sessions of some days, or count them by day, exercise or category',
  access: user,
  query: Type.Object({
    from: Type.Optional(CalendarDate),
    to: Type.Optional(CalendarDate),
    groupBy: Type.Optional(OneOf(groupings)),
  }),
  headers: Type.Pick(ClientHeaders, ['timeZone']),
  paged: { limit: 20 },
  replies: {
    200: {
      message: 'Completed wellness sessions fetched successfully',
      data: Type.Array(Type.Unsafe({ anyOf: [SessionRecord, SessionGroup] })),
      meta: Type.Object({ from: CalendarDate, to: CalendarDate, streak: Streak }),
    },
  },

  async handle({ query, headers, caller, db, clock, page }) {
    const now = clock.now()
    const timezone = clientOf(headers).timezone ?? caller.timezone
    const today = logicalDate(now, timezone, caller.dayStartMinutes)
    checkDates(query)
    const to = query.to ?? today
    const from = query.from ?? addDays(to, -Math.min(29, daysBetween(firstDay, to)))
    checkSpan(from, to)
    const streak = await streakOf(db, { ...caller, timezone }, now)
    if (query.groupBy !== undefined) {
      const rows = await selectGroups(db, query.groupBy, { userId: caller.id, from, to })
      const days = Array.from({ length: daysBetween(from, to) + 1 }, (_, index) => addDays(from, index))
      const data = query.groupBy === 'day' ? days.map(presentDay(rows)) : rows.map(presentGroup)
      const meta = { nextCursor: null, hasMore: false, limit: page.limit, from, to, streak }
      return reply({ data, meta })
    }
    const rows = await selectSessions(db, {
      userId: caller.id,
      now,
      status: 'COMPLETED',
      from,
      to,
      categoryId: null,
      exerciseId: null,
      after: page.after,
      offset: page.offset,
      limit: page.limit + 1,
    })
    return page.of(rows, lastPractised.keyOf, presentSession, {
      from,
      to,
      streak,
    })
  },
})

import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { CalendarDate, OneOf } from '../../platform/operation/schema.ts'
import { user } from '../access.ts'
import { CatalogueId } from '../ids.ts'
import { checkDates } from './dates.ts'
import { lastPractised, selectSessions, sumSessions } from './queries.ts'
import { presentSession, SessionRecord, statuses, Totals } from './shapes.ts'

export const getWellnessSessions = operation({
  key: 'U21',
  source: 'named in the specification with GET; path, filters and shape chosen here',
  method: 'GET',
  path: '/user/wellness',
  summary: 'List your sessions, newest first, with the totals of all that match',
  access: user,
  query: Type.Object({
    status: Type.Optional(OneOf(statuses)),
    from: Type.Optional(CalendarDate),
    to: Type.Optional(CalendarDate),
    categoryId: Type.Optional(CatalogueId),
    exerciseId: Type.Optional(CatalogueId),
  }),
  paged: { limit: 20, numbered: true },
  replies: {
    200: {
      message: 'Wellness sessions fetched successfully',
      data: Type.Array(SessionRecord),
      meta: Type.Object({ totals: Totals }),
    },
  },

  async handle({ query, caller, db, clock, page }) {
    checkDates(query)
    const filter = {
      userId: caller.id,
      now: clock.now(),
      status: query.status ?? null,
      from: query.from ?? null,
      to: query.to ?? null,
      categoryId: query.categoryId ?? null,
      exerciseId: query.exerciseId ?? null,
    }
    const [rows, { count, seconds, byFeeling }] = await Promise.all([
      selectSessions(db, { ...filter, after: page.after, offset: page.offset, limit: page.limit + 1 }),
      sumSessions(db, filter),
    ])
    const totals = { count, minutes: Math.floor(seconds / 60), byFeeling }
    return page.of(rows, lastPractised.keyOf, presentSession, {
      total: count,
      totals,
    })
  },
})

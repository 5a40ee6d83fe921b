import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { CommaSeparated, OneOf, Text } from '../../platform/operation/schema.ts'
import { user } from '../access.ts'
import { ClientHeaders, clientOf } from '../accounts/public.ts'
import { CatalogueId } from '../ids.ts'
import { selectReminders } from '../reminders/public.ts'
import { courseOf } from './course.ts'
import { viewOf } from './kept-course.ts'
import { orders, selectGoals } from './queries.ts'
import { GoalRecord, presentGoal } from './shapes.ts'
import { goalStatuses, statusesOf } from './statuses.ts'

export const getGoals = operation({
  key: 'G2',
  source: 'named in the specification; method, path, filters, orders and shape chosen here',
  method: 'GET',
  path: '/goals',
  summary: 'List your goals, in your own order unless said; those that are over only when asked for',
  access: user,
  query: Type.Object({
    status: Type.Optional(CommaSeparated(goalStatuses, 'SCHEDULED, ACTIVE and PAUSED unless said')),
    categoryId: Type.Optional(CatalogueId),
    q: Type.Optional(Text(1, 100, { example: 'sit' })),
    sort: Type.Optional(OneOf(['manual', 'newest', 'title'], { description: 'manual unless said' })),
  }),
  headers: Type.Pick(ClientHeaders, ['timeZone']),
  paged: { limit: 20 },
  replies: { 200: { message: 'Goals fetched successfully', data: Type.Array(GoalRecord) } },

  async handle({ query, headers, caller, page, ...reading }) {
    const { db } = reading
    const sort = query.sort ?? 'manual'
    const timezone = clientOf(headers).timezone ?? caller.timezone
    const view = await viewOf(reading, { ...caller, timezone })
    const rows = await selectGoals(db, {
      userId: caller.id,
      today: view.today,
      statuses: statusesOf(query.status),
      categoryId: query.categoryId ?? null,
      q: query.q ?? null,
      sort,
      after: page.after,
      offset: 0,
      limit: page.limit + 1,
    })
    const reminders = await selectReminders(
      db,
      rows.map(({ id }) => id),
    )
    return page.of(rows, orders[sort].keyOf, (row) => presentGoal(courseOf(row, view), reminders.get(row.id)))
  },
})

import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { CommaSeparated } from '../../platform/operation/schema.ts'
import { administrator } from '../access.ts'
import { LookedAfterId } from '../ids.ts'
import { selectReminders } from '../reminders/public.ts'
import { courseOf } from './course.ts'
import { ReasonHeader, viewOfPerson } from './looking-in.ts'
import { noSuchUser } from './problems.ts'
import { countGoals, orders, selectGoals } from './queries.ts'
import { GoalRecord, presentGoal } from './shapes.ts'
import { goalStatuses, statusesOf } from './statuses.ts'

export const adminGetUserGoals = operation({
  key: 'A17',
  source: 'named in the specification with GET; path, filters and shape chosen here',
  method: 'GET',
  path: '/admin/user/{userId}/goals',
  summary: 'List the goals of a user; that you looked is kept, with your reason',
  access: administrator,
  runs: 'write',
  params: Type.Object({ userId: LookedAfterId }),
  query: Type.Object({
    status: Type.Optional(CommaSeparated(goalStatuses, 'SCHEDULED, ACTIVE and PAUSED unless said')),
  }),
  headers: ReasonHeader,
  paged: { limit: 20, numbered: true },
  replies: { 200: { message: 'Goals fetched successfully', data: Type.Array(GoalRecord) } },
  problems: [noSuchUser],

  async handle({ params: { userId }, query, headers, page, db, clock, audit }) {
    const view = await viewOfPerson({ db, clock }, userId)
    if (!view) throw noSuchUser()
    audit(`user/${userId}`, { reason: headers['X-Reason'] ?? null })
    const filter = {
      ...{ userId, today: view.today, statuses: statusesOf(query.status), categoryId: null, q: null },
    }
    const [rows, total] = await Promise.all([
      selectGoals(db, {
        ...filter,
        ...{ sort: 'manual', after: page.after, offset: page.offset, limit: page.limit + 1 },
      }),
      countGoals(db, filter),
    ])
    const reminders = await selectReminders(
      db,
      rows.map(({ id }) => id),
    )
    const present = (row: (typeof rows)[number]) => presentGoal(courseOf(row, view), reminders.get(row.id))
    return page.of(rows, orders.manual.keyOf, present, { total })
  },
})

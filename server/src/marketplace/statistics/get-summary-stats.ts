import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { CalendarDate, Text } from '../../platform/operation/schema.ts'
import { member } from '../access.ts'
import { PersonId } from '../ids.ts'
import { countOwnPosts, countShownPosts } from '../posts/public.ts'
import { noSuchUser, selectPerson } from '../users/public.ts'
import { invalidTimezone, periodOf, selectFigures } from '../views/public.ts'
import { selectAnswering, sumSales } from './queries.ts'
import { presentOwnStats, presentPublicStats, SummaryStats } from './shapes.ts'

export const getSummaryStats = operation({
  key: 'M19',
  source: 'named in the specification; path, period and figures chosen here',
  method: 'GET',
  path: '/usr-mgt/summary-stats',
  summary: 'See your figures of a period, or what everybody may see of another person’s',
  tag: 'users',
  access: member,
  runs: 'long-read',
  query: Type.Object({
    user_id: Type.Optional({ ...PersonId, description: 'you, unless given' }),
    from: Type.Optional({ ...CalendarDate, description: 'the first day; 30 days with `to` unless given' }),
    to: Type.Optional({ ...CalendarDate, description: 'the last day; today unless given' }),
    tz: Type.Optional(
      Text(1, 64, { description: 'IANA time zone; yours unless given', example: 'Europe/Berlin' }),
    ),
  }),
  replies: { 200: { message: 'Figures fetched successfully', data: SummaryStats } },
  problems: [noSuchUser, invalidTimezone],

  async handle({ query, caller, db, clock }) {
    const now = clock.now()
    const { user_id: userId = caller.id, ...asked } = query
    const period = periodOf(asked, caller.timezone, now)
    const isOwn = userId === caller.id
    if (!isOwn && !(await selectPerson(db, userId, caller.id))) throw noSuchUser()
    const counts = await countShownPosts(db, userId, now)
    const shown = presentPublicStats(userId, period, counts, await selectAnswering(db, userId, period))
    if (!isOwn) return shown
    const states = await countOwnPosts(db, userId, null, now)
    const figures = await selectFigures(
      db,
      { postId: null, authorId: userId },
      { ...period, interval: 'day' },
      now,
    )
    return presentOwnStats(shown, states, figures, await sumSales(db, userId, period))
  },
})

import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { CalendarDate, OneOf, Text } from '../../platform/operation/schema.ts'
import { administrator } from '../access.ts'
import { dayIn } from './period.ts'
import { presentAccount, UserAccount } from './shapes.ts'
import { orders, selectAccounts } from './user-queries.ts'
import { userRoles, userStatuses } from './words.ts'

export const adminGetAllUsers = operation({
  key: 'M161',
  source: 'named in the specification; method, path, filters and fields chosen here',
  method: 'GET',
  path: '/admin/get-all-users',
  summary: 'List the accounts with their addresses; that you looked is kept, page by page',
  access: administrator,
  runs: 'write',
  query: Type.Object({
    search: Type.Optional(
      Text(1, 100, { description: 'how a name or an address begins, or an id', example: 'ada' }),
    ),
    status: Type.Optional(OneOf(userStatuses)),
    role: Type.Optional(OneOf(userRoles)),
    from: Type.Optional({ ...CalendarDate, description: 'opened on that day of UTC or later' }),
    to: Type.Optional({ ...CalendarDate, description: 'opened on that day of UTC or before' }),
    sort: Type.Optional(OneOf(['newest', 'oldest'])),
  }),
  paged: { limit: 20 },
  replies: { 200: { message: 'Users fetched successfully', data: Type.Array(UserAccount) } },

  async handle({ query, page, db, clock, audit }) {
    const { search = null, status = null, role = null, sort = 'newest' } = query
    const sought = {
      search,
      status,
      role,
      since: query.from === undefined ? null : dayIn(query.from, 'query.from', 0),
      until: query.to === undefined ? null : dayIn(query.to, 'query.to', 1),
    }
    const rows = await selectAccounts(
      db,
      sought,
      { sort, after: page.after, limit: page.limit + 1 },
      clock.now(),
    )
    audit('users', {
      filter: { ...query, cursor: undefined },
      seen: rows.slice(0, page.limit).map(({ id }) => id),
    })
    return page.of(rows, orders[sort].keyOf, presentAccount)
  },
})

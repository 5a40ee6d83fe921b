import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { administrator } from '../access.ts'
import { AccountsAsked, soughtOf } from './asked-accounts.ts'
import { presentAccount, UserAccount } from './shapes.ts'
import { orders, selectAccounts } from './user-queries.ts'

export const adminGetAllUsers = operation({
  key: 'M161',
  source: 'named in the specification; method, path, filters and fields chosen here',
  method: 'GET',
  path: '/admin/get-all-users',
  summary: 'List the accounts with their addresses; that you looked is kept, page by page',
  access: administrator,
  runs: 'write',
  query: Type.Object(AccountsAsked),
  paged: { limit: 20 },
  replies: { 200: { message: 'Users fetched successfully', data: Type.Array(UserAccount) } },

  async handle({ query, page, db, clock, audit }) {
    const { sort = 'newest' } = query
    const rows = await selectAccounts(
      db,
      soughtOf(query),
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

import { Type } from 'typebox'
import { csv, inPages } from '../../platform/operation/csv.ts'
import { operation } from '../../platform/operation/operation.ts'
import { reply } from '../../platform/operation/reply.ts'
import { administrator } from '../access.ts'
import { AccountsAsked, soughtOf } from './asked-accounts.ts'
import { type AccountRow, countAccounts, orders, selectAccounts } from './user-queries.ts'

const columns = [
  ...['id', 'name', 'email', 'is_verified', 'role', 'status', 'trust_level', 'place', 'source'],
  ...['plans', 'listings_open', 'listings_sold', 'reports', 'risk', 'created_at', 'last_seen_at'],
] as const satisfies readonly (keyof AccountRow)[]
const mostRows = 1_000_000

export const adminExportUsers = operation({
  source: 'not in the specification; the accounts of adminGetAllUsers as a table',
  method: 'POST',
  path: '/admin/export-users',
  summary: 'Take the accounts along as a table, with their addresses; that you did is kept',
  access: administrator,
  // A file is not kept for repeats.
  idempotency: 'own',
  body: Type.Object(AccountsAsked),
  replies: {
    200: {
      file: ['text/csv'],
      isWritten: true,
      description: `A line with the names ${columns.join(', ')}, then one for each account, at most ${mostRows}`,
    },
  },
  limit: { max: 30, windowSeconds: 3600 },

  async handle({ body, clock, audit, services: { longReads } }) {
    const { sort = 'newest' } = body
    const sought = soughtOf(body)
    const now = clock.now()
    audit('users', {
      filter: body,
      exported: await countAccounts(longReads, sought, { sort, most: mostRows }, now),
    })
    async function* rows() {
      const found = inPages({
        read: (page) => selectAccounts(longReads, sought, { sort, ...page }, now),
        keyOf: orders[sort].keyOf,
        most: mostRows,
      })
      for await (const row of found)
        yield columns.map((name) => (name === 'plans' ? row.plans.join(' ') : row[name]))
    }
    return reply({ file: csv('accounts.csv', columns, rows) })
  },
})

import { Type } from 'typebox'
import { csv } from '../../platform/operation/csv.ts'
import { operation } from '../../platform/operation/operation.ts'
import { reply } from '../../platform/operation/reply.ts'
import { CalendarDate } from '../../platform/operation/schema.ts'
import { member } from '../access.ts'
import { rangeOf, selectTransactions } from '../wallet/public.ts'
import { passGate } from './gate.ts'
import { quotaExceeded } from './problems.ts'

const columns = [
  ...['_id', 'date', 'type', 'status', 'amount_minor', 'fee_minor', 'currency', 'balance_after_minor'],
] as const
const mostRows = 20_000

export const exportTransactions = operation({
  source: 'not in the specification; what plans open beside more saved searches',
  method: 'POST',
  path: '/payment-mgt/export-transactions',
  summary:
    'Take what came into your wallet and left it along as a table, newest first; your plan says how often',
  access: member,
  // A file is not kept for repeats; each is a use.
  idempotency: 'own',
  body: Type.Object({
    from: Type.Optional({ ...CalendarDate, description: 'the first day, in your time zone' }),
    to: Type.Optional({ ...CalendarDate, description: 'the last day' }),
  }),
  replies: {
    200: {
      file: ['text/csv'],
      isWritten: true,
      description: `A line with the names ${columns.join(', ')}, then one for each transaction, at most ${mostRows}`,
    },
  },
  problems: [quotaExceeded],

  async handle({ body, caller, ...work }) {
    await passGate(work, caller, 'transaction_exports')
    const found = await selectTransactions(work.db, {
      ...{ userId: caller.id, mode: work.services.moneyMode, type: null, status: null, currency: null },
      ...rangeOf(body, caller.timezone),
      ...{ after: undefined, limit: mostRows },
    })
    async function* rows() {
      for (const row of found)
        yield [
          ...[row.id, row.created_at.toISOString(), row.type, row.status, row.amount_minor],
          ...[row.fee_minor, row.currency, row.balance_after_minor ?? ''],
        ]
    }
    return reply({ file: csv('transactions.csv', columns, rows) })
  },
})

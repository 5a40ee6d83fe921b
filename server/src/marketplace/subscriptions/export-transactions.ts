import { Type } from 'typebox'
import { majorOf } from '../../platform/money.ts'
import { csv, inPages } from '../../platform/operation/csv.ts'
import { operation } from '../../platform/operation/operation.ts'
import { reply } from '../../platform/operation/reply.ts'
import { member } from '../access.ts'
import {
  invalidTimezone,
  selectTransactions,
  soughtTransactions,
  type TransactionRow,
  TransactionsAsked,
  transactionOrder,
} from '../wallet/public.ts'
import { passGate } from './gate.ts'
import { quotaExceeded } from './problems.ts'

const columns = [
  ...['_id', 'date', 'type', 'status', 'counterpart', 'currency', 'amount', 'fee', 'balance_after'],
  ...['amount_minor', 'fee_minor', 'balance_after_minor'],
] as const
const mostRows = 1_000_000

export const exportTransactions = operation({
  source: 'not in the specification; what plans open beside more saved searches',
  method: 'POST',
  path: '/payment-mgt/export-transactions',
  summary:
    'Take what came into your wallet and left it along as a table, newest first; your plan says how often',
  access: member,
  // A file is not kept for repeats; each is a use.
  idempotency: 'own',
  body: Type.Object(TransactionsAsked),
  replies: {
    200: {
      file: ['text/csv'],
      isWritten: true,
      description: `A line with the names ${columns.join(', ')}, then one for each transaction, at most ${mostRows}`,
    },
  },
  problems: [quotaExceeded, invalidTimezone],

  async handle({ body, caller, ...work }) {
    const { longReads, moneyMode: mode } = work.services
    const sought = { userId: caller.id, mode, ...soughtTransactions(body, caller.timezone, 'body') }
    await passGate(work, caller, 'transaction_exports')
    async function* rows() {
      const found = inPages({
        read: (page) => selectTransactions(longReads, { ...sought, ...page }),
        keyOf: transactionOrder.keyOf,
        atOnce: 500,
        most: mostRows,
      })
      for await (const row of found)
        yield [
          ...[row.id, row.created_at, row.type, row.status, row.counterpart?.name, row.currency],
          ...amountsOf(row).map((minor) => (minor === null ? null : majorOf(minor, row.currency))),
          ...amountsOf(row),
        ]
    }
    return reply({ file: csv('transactions.csv', columns, rows) })
  },
})

const amountsOf = ({ amount_minor, fee_minor, balance_after_minor }: TransactionRow) =>
  [amount_minor, fee_minor, balance_after_minor] as const

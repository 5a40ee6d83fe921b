import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { member } from '../access.ts'
import {
  invalidTimezone,
  selectTransactions,
  soughtTransactions,
  TransactionsAsked,
  transactionOrder,
} from '../wallet/public.ts'
import { ratingsIn } from './counterparts.ts'
import { presentTransaction, WalletTransaction } from './shapes.ts'

export const getUserTransactions = operation({
  key: 'M99',
  tag: 'wallet',
  source: 'named in the specification; method, path, filters and shape chosen here',
  method: 'GET',
  path: '/payment-mgt/user-transactions',
  summary: 'List what came into your wallet and what left it, newest first',
  access: member,
  query: Type.Object(TransactionsAsked),
  paged: { limit: 20 },
  replies: { 200: { message: 'Transactions fetched successfully', data: Type.Array(WalletTransaction) } },
  problems: [invalidTimezone],

  async handle({ query, caller, db, clock, page, services }) {
    const rows = await selectTransactions(db, {
      userId: caller.id,
      mode: services.moneyMode,
      ...soughtTransactions(query, caller.timezone, 'query'),
      after: page.after,
      limit: page.limit + 1,
    })
    const ratings = await ratingsIn(db, rows, clock.now())
    return page.of(rows, transactionOrder.keyOf, (row) => presentTransaction(row, ratings))
  },
})

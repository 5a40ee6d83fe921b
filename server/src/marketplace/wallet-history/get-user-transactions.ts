import { Type } from 'typebox'
import { checkCurrency } from '../../platform/money.ts'
import { operation } from '../../platform/operation/operation.ts'
import { CalendarDate, OneOf, Text } from '../../platform/operation/schema.ts'
import { member } from '../access.ts'
import {
  Currency,
  invalidTimezone,
  rangeOf,
  selectTransactions,
  transactionOrder,
  transactionStatuses,
  transactionTypes,
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
  query: Type.Object({
    type: Type.Optional(OneOf(transactionTypes)),
    status: Type.Optional(OneOf(transactionStatuses)),
    currency: Type.Optional(Currency),
    from: Type.Optional({ ...CalendarDate, description: 'the first day' }),
    to: Type.Optional({ ...CalendarDate, description: 'the last day' }),
    tz: Type.Optional(
      Text(1, 64, {
        description: 'IANA time zone of the days; yours unless given',
        example: 'Europe/Berlin',
      }),
    ),
  }),
  paged: { limit: 20 },
  replies: { 200: { message: 'Transactions fetched successfully', data: Type.Array(WalletTransaction) } },
  problems: [invalidTimezone],

  async handle({ query, caller, db, clock, page, services }) {
    if (query.currency !== undefined) checkCurrency(query.currency, 'query.currency')
    const rows = await selectTransactions(db, {
      userId: caller.id,
      mode: services.moneyMode,
      type: query.type ?? null,
      status: query.status ?? null,
      currency: query.currency ?? null,
      ...rangeOf(query, caller.timezone),
      after: page.after,
      limit: page.limit + 1,
    })
    const ratings = await ratingsIn(db, rows, clock.now())
    return page.of(rows, transactionOrder.keyOf, (row) => presentTransaction(row, ratings))
  },
})

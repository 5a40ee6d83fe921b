import { Type } from 'typebox'
import { checkCurrency } from '../../platform/money.ts'
import { operation } from '../../platform/operation/operation.ts'
import { member } from '../access.ts'
import { emptyBalance } from './balances.ts'
import { selectBalances } from './ledger-queries.ts'
import { Balance, Currency, presentBalance } from './shapes.ts'

export const getBalance = operation({
  key: 'M94',
  source: 'named in the specification; method, path and shape chosen here',
  method: 'GET',
  path: '/payment-mgt/view-balance',
  summary: 'See what is in your wallet, by currency',
  access: member,
  query: Type.Object({ currency: Type.Optional(Currency) }),
  replies: { 200: { message: 'Balance fetched successfully', data: Type.Array(Balance) } },

  async handle({ query, caller, db, services: { moneyMode: mode } }) {
    const currency = query.currency ?? null
    if (currency !== null) checkCurrency(currency, 'query.currency')
    const rows = await selectBalances(db, { personId: caller.id, mode, currency })
    const shown = rows.length > 0 ? rows : [emptyBalance(currency ?? caller.currency)]
    return shown.map((row) => presentBalance(row, mode))
  },
})

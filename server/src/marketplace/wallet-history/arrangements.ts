import type { Arrangements } from '../../testing/arranged.ts'
import { fillWallet } from '../../testing/money.ts'

/** A call that succeeds, for each operation. */
export const arrangements: Arrangements = {
  getTransactionDetail: async ({ member }) => ({ as: member, params: { id: await fillWallet(member, 500) } }),
  getUserTransactions: async ({ member }) => {
    for (const _ of [1, 2]) await fillWallet(member, 500)
    return { as: member, query: { currency: 'EUR', tz: 'Europe/Berlin' } }
  },
}

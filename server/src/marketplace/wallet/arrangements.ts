import type { Arrangements } from '../../testing/arranged.ts'
import type { Cast } from '../../testing/cast.ts'
import { call, granted } from '../../testing/kit.ts'
import { fillWallet } from '../../testing/money.ts'

/** @returns the id of a receipt */
async function newReceipt({ member }: Cast): Promise<string> {
  const transaction = await fillWallet(member, 500)
  const { body } = await granted(call('GET', '/api/v1/payment-mgt/receipts', { as: member }))
  return body.data.find((one: { transaction_id: string }) => one.transaction_id === transaction)._id
}

let looks = 0

/** A call that succeeds, for each operation. */
export const arrangements: Arrangements = {
  adminGetLedgerProof: async ({ administrator, member }) => {
    await fillWallet(member, 500)
    return { as: administrator }
  },
  adminLetMoneyMove: ({ administrator }) => ({
    as: administrator,
    body: { reason: 'counted by hand, and it is right' },
  }),
  adminProveLedger: ({ administrator }) => ({ as: administrator }),
  getReceiptPage: async (cast) => ({ as: cast.member, params: { id: await newReceipt(cast) } }),
  getReceiptPdf: async (cast) => ({ as: cast.member, params: { id: await newReceipt(cast) } }),
  getReceipts: async (cast) => {
    for (const _ of [1, 2]) await newReceipt(cast)
    return { as: cast.member }
  },
  getBalance: async ({ member }) => {
    await fillWallet(member, 500)
    looks += 1
    return { as: member, query: { currency: looks % 2 === 0 ? 'EUR' : 'USD' } }
  },
}

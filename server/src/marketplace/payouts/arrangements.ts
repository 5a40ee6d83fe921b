import type { Arrangements } from '../../testing/arranged.ts'
import { fund } from '../../testing/money.ts'
import {
  anotherBankAccount,
  newBankAccount,
  newPayout,
  newSentPayout,
  someBankAccount,
} from '../../testing/payouts.ts'

/** A call that succeeds, for each operation. */
export const arrangements: Arrangements = {
  addBankAccount: async ({ member }) => ({
    as: member,
    body: {
      ...{ bank_token: 'btok_sandbox_verified', holder_name: 'Ada Lovelace', country: 'DE', currency: 'EUR' },
    },
  }),
  getBankAccounts: async ({ member }) => {
    await someBankAccount(member)
    return { as: member }
  },
  selectDefaultBankAccount: async ({ member }) => ({
    as: member,
    body: { bank_account_id: await anotherBankAccount(member) },
  }),
  deleteBankAccount: async ({ member }) => ({
    as: member,
    params: { id: (await newBankAccount(member))._id },
  }),
  refreshBankAccounts: async ({ member }) => {
    await someBankAccount(member)
    return { as: member }
  },
  createIdentityLink: async ({ member }) => {
    await someBankAccount(member)
    return { as: member, query: { country: 'DE' } }
  },
  transferToConnectedAccount: async ({ member }) => {
    await someBankAccount(member)
    await fund(member, 5000)
    const { _id: bank_account_id } = await someBankAccount(member)
    return { as: member, body: { amount: 12.5, currency: 'EUR', bank_account_id } }
  },
  adminGetPayouts: async ({ administrator, member }) => {
    await newPayout({ member })
    return { as: administrator, query: { status: 'requested' } }
  },
  simulatePayout: async (cast) => ({
    as: cast.member,
    body: { payout_id: await newSentPayout(cast), command: 'arrive' },
  }),
  getTestBankTokens: ({ member }) => ({ as: member }),
  getPayouts: async ({ member }) => {
    await someBankAccount(member)
    await fund(member, 5000)
    return { as: member }
  },
}

import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { member } from '../access.ts'
import { selectBanks } from './bank-queries.ts'
import { BankAccount, presentBank } from './shapes.ts'

export const getBankAccounts = operation({
  source: 'not in the specification; what one added with M96',
  method: 'GET',
  path: '/payment-mgt/bank-accounts',
  summary: 'List your bank accounts, the default one first',
  access: member,
  replies: { 200: { message: 'Bank accounts fetched successfully', data: Type.Array(BankAccount) } },

  async handle({ caller, db, services: { paymentProvider: provider, moneyMode: mode } }) {
    return (await selectBanks(db, caller.id, { provider, mode })).map(presentBank)
  },
})

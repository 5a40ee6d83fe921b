import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { Id } from '../../platform/operation/schema.ts'
import { member } from '../access.ts'
import { lockBanks, setDefaultBank } from './bank-queries.ts'
import { bankNotVerified, noSuchBankAccount } from './problems.ts'
import { BankAccount, presentBank } from './shapes.ts'

export const selectDefaultBankAccount = operation({
  key: 'M97',
  source: 'named in the specification; method, path and fields chosen here',
  method: 'PUT',
  path: '/payment-mgt/select-default-bank-account',
  summary: 'Choose the bank account that you are paid out to unless you say another one',
  access: member,
  body: Type.Object({ bank_account_id: Id }),
  replies: { 200: { message: 'Default bank account selected successfully', data: BankAccount } },
  problems: [noSuchBankAccount, bankNotVerified],

  async handle({ body, caller, db }) {
    const bank = (await lockBanks(db, caller.id)).find(({ id }) => id === body.bank_account_id)
    if (!bank || bank.removed_at !== null) throw noSuchBankAccount()
    if (bank.status !== 'verified') throw bankNotVerified()
    await setDefaultBank(db, bank.payee_id, bank.id)
    return presentBank({ ...bank, is_default: true })
  },
})

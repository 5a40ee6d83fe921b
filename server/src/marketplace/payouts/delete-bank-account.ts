import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { Id } from '../../platform/operation/schema.ts'
import { member } from '../access.ts'
import { lockBanks } from './bank-queries.ts'
import { removeBankThere } from './jobs.ts'
import { letGo } from './letting-go.ts'
import { isUnderWayTo } from './payout-queries.ts'
import { noSuchBankAccount, payoutPending } from './problems.ts'

export const deleteBankAccount = operation({
  key: 'M103',
  source: 'named in the specification; method, path and reply chosen here',
  method: 'DELETE',
  path: '/payment-mgt/delete-bank-account/{id}',
  summary: 'Remove a bank account; the newest verified one of the others becomes the default',
  access: member,
  params: Type.Object({ id: Id }),
  replies: { 200: { message: 'Bank account removed successfully', data: Type.Object({ _id: Id }) } },
  problems: [noSuchBankAccount, payoutPending],

  async handle({ params: { id }, caller, ...work }) {
    const banks = await lockBanks(work.db, caller.id)
    const bank = banks.find((one) => one.id === id)
    if (!bank) throw noSuchBankAccount()
    if (bank.removed_at !== null) return { _id: id }
    if (await isUnderWayTo(work.db, id)) throw payoutPending()
    await letGo(work, banks, [bank])
    await work.enqueue(removeBankThere, { payeeRowId: bank.payee_id, providerBankId: bank.provider_bank_id })
    return { _id: id }
  },
})

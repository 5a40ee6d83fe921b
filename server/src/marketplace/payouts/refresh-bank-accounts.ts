import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { providerNotConfigured, providerUnavailable } from '../../platform/provider-errors.ts'
import { member } from '../access.ts'
import { processorOf } from '../payments/public.ts'
import { selectBanks } from './bank-queries.ts'
import { gatherBanks } from './found-banks.ts'
import { selectPayee } from './payee-queries.ts'
import { BankAccount, presentBank } from './shapes.ts'

export const refreshBankAccounts = operation({
  source: 'not in the specification; for whoever has just come back from the payment provider’s pages',
  method: 'POST',
  path: '/payment-mgt/refresh-bank-accounts',
  summary: 'Have the payment provider asked which bank accounts you added on its own pages, and list yours',
  access: member,
  runs: 'steps',
  limit: { max: 60, windowSeconds: 3600 },
  replies: { 200: { message: 'Bank accounts fetched successfully', data: Type.Array(BankAccount) } },
  problems: [providerNotConfigured, providerUnavailable],

  async handle({ caller, ...flow }) {
    const processor = processorOf(flow)
    const payee = await flow.read(({ db }) => selectPayee(db, caller.id, processor))
    const payeeId = payee?.provider_payee_id
    if (payee && payeeId) await gatherBanks(flow, { ...payee, provider_payee_id: payeeId })
    return (await flow.read(({ db }) => selectBanks(db, caller.id, processor))).map(presentBank)
  },
})

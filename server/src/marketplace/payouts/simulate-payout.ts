import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { Id, OneOf } from '../../platform/operation/schema.ts'
import { ProviderRefused, providerNotConfigured } from '../../platform/provider-errors.ts'
import { member } from '../access.ts'
import { notInTestMode } from '../payments/public.ts'
import { advancePayout } from './jobs.ts'
import { selectPayout } from './payout-queries.ts'
import { noSuchPayout, payoutNotSimulable } from './problems.ts'
import { PayoutRecord, presentPayout } from './shapes.ts'

export const simulatePayout = operation({
  source: 'not in the specification; what the bank of a payee does, by command. Never in production',
  method: 'POST',
  path: '/payment-mgt/simulate-payout',
  summary: 'Have the sandbox let one of your payouts arrive or bounce now, which is told in a moment',
  access: member,
  runs: 'steps',
  body: Type.Object({ payout_id: Id, command: OneOf(['arrive', 'bounce']) }),
  replies: { 200: { message: 'Payout simulated successfully', data: PayoutRecord } },
  problems: [noSuchPayout, payoutNotSimulable, notInTestMode, providerNotConfigured],

  async handle({ body: { payout_id: payoutId, command }, caller, ...flow }) {
    if (flow.services.settings.isProduction) throw notInTestMode()
    const row = await flow.read(({ db }) => selectPayout(db, payoutId))
    if (row?.user_id !== caller.id) throw noSuchPayout()
    await flow
      .outside('command', {
        async call({ payments: { pretending, provider } }, { signal }) {
          if (!pretending || provider !== row.provider) throw notInTestMode()
          if (row.provider_payout_id === null) throw payoutNotSimulable()
          await pretending.finishPayout(row.provider_payout_id, command, { signal })
          return true
        },
      })
      .catch(orNotSimulable)
    await flow.step('tell', (work) => work.enqueue(advancePayout, { payoutId }))
    return presentPayout(row)
  },
})

const orNotSimulable = (error: unknown): never => {
  throw error instanceof ProviderRefused ? payoutNotSimulable() : error
}

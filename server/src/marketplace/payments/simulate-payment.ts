import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { Id, OneOf, Shown } from '../../platform/operation/schema.ts'
import type { Dispute, Payment } from '../../platform/payments/charging.ts'
import type { Pretending } from '../../platform/payments/pretending.ts'
import {
  ProviderRefused,
  providerNotConfigured,
  providerUnavailable,
} from '../../platform/provider-errors.ts'
import { member } from '../access.ts'
import { settleDispute } from './bank-disputes.ts'
import { selectPayment } from './payment-queries.ts'
import { noSuchPayment, notInTestMode, notSimulable } from './problems.ts'
import { settlePayment } from './settlement.ts'

const commands = ['succeed', 'fail', 'dispute', 'win_dispute', 'lose_dispute'] as const

export const simulatePayment = operation({
  source:
    'not in the specification; what the sandbox’s bank and its customers do, by command. Never in production',
  method: 'POST',
  path: '/payment-mgt/simulate-payment',
  summary: 'Have the sandbox finish one of your payments, or dispute it',
  access: member,
  runs: 'steps',
  body: Type.Object({ payment_id: Id, command: OneOf(commands) }),
  replies: {
    200: {
      message: 'Payment simulated successfully',
      data: Type.Object(
        { _id: Id, outcome: Shown('SUCCEEDED', 'what came of it here') },
        { title: 'SimulatedPayment' },
      ),
    },
  },
  problems: [noSuchPayment, notInTestMode, notSimulable, providerNotConfigured, providerUnavailable],

  async handle({ body: { payment_id: id, command }, caller, ...flow }) {
    if (flow.services.settings.isProduction) throw notInTestMode()
    const row = await flow.read(({ db }) => selectPayment(db, id))
    const paymentId = row?.provider_payment_id
    if (row?.user_id !== caller.id || !paymentId) throw noSuchPayment()
    const done = await flow
      .outside('command', {
        async call({ payments: { pretending, provider } }, { signal }) {
          if (!pretending || provider !== row.provider) throw notInTestMode()
          return obey(pretending, { paymentId, command, signal })
        },
      })
      .catch(orNotSimulable)
    const outcome = await flow.step('settle', (work) =>
      'isWithdrawn' in done ? settleDispute(work, row.provider, done) : settlePayment(work, id, done),
    )
    return { _id: id, outcome }
  },
})

interface Order {
  paymentId: string
  command: (typeof commands)[number]
  signal: AbortSignal
}

async function obey(
  pretending: Pretending,
  { paymentId, command, signal }: Order,
): Promise<Payment | Dispute> {
  if (command === 'succeed' || command === 'fail')
    return pretending.finishPayment(paymentId, command, { signal })
  const dispute = await pretending.openDispute(paymentId, { signal })
  if (command === 'dispute') return dispute
  return pretending.decideDispute(dispute.id, command === 'win_dispute' ? 'won' : 'lost', { signal })
}

const orNotSimulable = (error: unknown): never => {
  throw error instanceof ProviderRefused ? notSimulable() : error
}

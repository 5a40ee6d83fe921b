import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { Id } from '../../platform/operation/schema.ts'
import type { Flow } from '../../platform/operation/work.ts'
import { ProviderRefused, ProviderUnavailable, ProviderUnsure } from '../../platform/provider-errors.ts'
import { member } from '../access.ts'
import { readOwnPayment } from './own-payment.ts'
import { type PaymentRow, selectOwnPayment } from './payment-queries.ts'
import { noSuchPayment } from './problems.ts'
import { stateOf } from './provider-state.ts'
import { type Said, settlePayment } from './settlement.ts'
import { OwnPaymentRecord } from './shapes.ts'
import { isSettled } from './states.ts'

export const resumePayment = operation({
  source: 'not in the specification; for whoever has just answered their bank, before its provider tells us',
  method: 'POST',
  path: '/payment-mgt/resume-payment',
  summary: 'Have the provider asked how a payment of yours stands, and get what is needed to finish it',
  access: member,
  runs: 'steps',
  body: Type.Object({ payment_id: Id }),
  replies: { 200: { message: 'Payment fetched successfully', data: OwnPaymentRecord } },
  problems: [noSuchPayment],
  limit: { max: 600, windowSeconds: 3600 },

  async handle({ body: { payment_id: id }, caller, ...flow }) {
    const row = await flow.read(({ db }) => selectOwnPayment(db, id, caller.id))
    if (!row) throw noSuchPayment()
    const { paymentProvider, moneyMode } = flow.services
    const canBeAsked = paymentProvider === row.provider && moneyMode === row.mode
    const said = canBeAsked && !isSettled(row.status) ? await ask(flow, row) : null
    // What nobody says yet is found out by the job that follows every payment.
    if (said) await flow.step('settle', (work) => settlePayment(work, id, said, { isLate: false }))
    return flow.read(({ db }) => readOwnPayment({ db, services: flow.services }, { id, payerId: caller.id }))
  },
})

/** @returns null where the provider does not say. */
async function ask({ outside }: Flow, row: PaymentRow): Promise<Said | null> {
  try {
    return await outside('ask', {
      call: async (providers, { signal }) =>
        (await stateOf(providers, row, { isOver: false, signal })) ?? null,
    })
  } catch (error) {
    const isSilent =
      error instanceof ProviderUnsure ||
      error instanceof ProviderUnavailable ||
      error instanceof ProviderRefused
    if (!isSilent) throw error
    return null
  }
}

import { Type } from 'typebox'
import { job } from '../../platform/jobs/job.ts'
import { Id } from '../../platform/operation/schema.ts'
import type { Refund } from '../../platform/payments/charging.ts'
import { ProviderRefused } from '../../platform/provider-errors.ts'
import { selectStanding } from './bank-dispute-queries.ts'
import { selectPayment, selectRefund } from './payment-queries.ts'
import { paymentsOf } from './processor.ts'
import { settleRefund } from './settlement.ts'

type Given = Pick<Refund, 'status'> & { id: string | null }

/** Has the provider give money back, once, however often it is asked. */
export const refund = job({
  name: 'marketplace.payments.refund',
  data: Type.Object({ refundId: Id }),
  runs: 'steps',
  async handle({ read, outside, step }, { refundId }) {
    const row = await read(({ db }) => selectRefund(db, refundId))
    const payment = row && (await read(({ db }) => selectPayment(db, row.payment_id)))
    const paymentId = payment?.provider_payment_id
    if (!row || !payment || !paymentId || row.status !== 'pending') return
    const wanted = { paymentId, amountMinor: row.amount_minor, currency: payment.currency }
    // Either the bank gives it back or we do.
    const isDisputed = (await read(({ db }) => selectStanding(db, payment.id))).length > 0
    const said = await outside<Given | null>('refund', {
      async call(providers, { signal }) {
        const payments = paymentsOf(providers, payment)
        const asking = { key: refundId, signal }
        if (row.provider_refund_id !== null) return payments.readRefund(row.provider_refund_id, asking)
        // The provider may have forgotten the key by now, but not the refund.
        const found = await payments.findRefund(wanted, asking)
        if (found || isDisputed) return found ?? null
        return payments.createRefund(wanted, asking).catch(ifRefused)
      },
      find: (providers, { signal }) =>
        paymentsOf(providers, payment).findRefund(wanted, { key: refundId, signal }),
    })
    await step('settle', (work) => settleRefund(work, refundId, said))
  },
})

/** What a provider will not give back stays with it; null where that is because a bank disputes it. */
const ifRefused = (error: unknown): Given | null => {
  if (error instanceof ProviderRefused && error.code === 'charge_disputed') return null
  if (error instanceof ProviderRefused) return { id: null, status: 'failed' }
  throw error
}

import { Type } from 'typebox'
import { days } from '../../platform/clock.ts'
import { job } from '../../platform/jobs/job.ts'
import { Id, Nullable, OneOf, Timestamp } from '../../platform/operation/schema.ts'
import { paymentModes } from '../../platform/payments/port.ts'
import { paymentsOf } from './processor.ts'

/** Whoever was asked for something waits no longer than this for it to be made. */
const madeWithin = days(1)

/**
 * Has the provider forget a person who left, with their cards. It knows nothing of them but the names of the
 * customer: the row is gone by then. What the provider never told us of is looked for under our key.
 */
export const deleteCustomer = job({
  name: 'marketplace.payments.delete-customer',
  data: Type.Object({
    key: Id,
    provider: OneOf(['sandbox', 'stripe']),
    mode: OneOf(paymentModes),
    customerId: Nullable(Type.String()),
    askedAt: Timestamp,
  }),
  runs: 'steps',
  async handle({ outside }, { key, provider, mode, customerId, askedAt }) {
    const from = new Date(askedAt)
    await outside('delete', {
      async call(providers, { signal }) {
        const payments = paymentsOf(providers, { provider, mode })
        const sought = { email: null, askedAt: from, askedUntil: new Date(from.getTime() + madeWithin) }
        const id = customerId ?? (await payments.findCustomer(sought, { key, signal }))?.id
        if (id !== undefined) await payments.deleteCustomer({ id }, { signal })
        return true
      },
      // To ask for it once more does no harm.
      find: async () => undefined,
    })
  },
})

import { Type } from 'typebox'
import { days, hours, minutes } from '../../platform/clock.ts'
import { InboxEntry, noteFailure, settle, takeUpAgain, waiting } from '../../platform/inbox/inbox.ts'
import { job } from '../../platform/jobs/job.ts'
import { ago, Nothing } from '../../platform/jobs/sweep.ts'
import { Id, Nullable, OneOf, Timestamp } from '../../platform/operation/schema.ts'
import { paymentModes } from '../../platform/payments/port.ts'
import { selectDispute, takeUndecided } from './bank-dispute-queries.ts'
import { settleDispute } from './bank-disputes.ts'
import { selectPayment, takeUnsettled, takeUnsettledRefunds } from './payment-queries.ts'
import { paymentsOf } from './processor.ts'
import { hear, write } from './provider-events.ts'
import { stateOf } from './provider-state.ts'
import { refund } from './refund-job.ts'
import { neverMade, settlePayment } from './settlement.ts'
import { isSettled } from './states.ts'

export { refund } from './refund-job.ts'

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
  // About a day, with pauses of ten minutes at last.
  retries: 150,
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
  async onLastFailure({ services }, { key, provider, customerId }, reason) {
    services.log.warn({ key, provider, customerId, reason }, 'a customer who left is still at the provider')
  },
  // It was said in the log alone.
  onRevive: async () => null,
})

/** What was not found by then was never made: no request is under way for so long. */
const madeWithinMs = minutes(10)
/** Whoever has not answered their bank by then does not pay. */
const answeredWithinMs = hours(1)

/** Finds out how a payment stands, and writes it down; nothing is ever charged by it. */
export const lookAfterPayment = job({
  name: 'marketplace.payments.look-after',
  data: Type.Object({ paymentId: Id, isToEnd: Type.Optional(Type.Boolean()) }),
  runs: 'steps',
  async handle({ read, outside, step, clock }, { paymentId, isToEnd = false }) {
    const row = await read(({ db }) => selectPayment(db, paymentId))
    if (!row || isSettled(row.status)) return
    const age = clock.now().getTime() - row.created_at.getTime()
    const isOver = isToEnd || age > answeredWithinMs
    const said = await outside('ask', {
      call: async (providers, { signal }) =>
        (await stateOf(providers, row, { isOver, signal })) ??
        (age > madeWithinMs ? neverMade(row, 'not_made') : null),
    })
    // Nothing is to be found yet: the clock comes back to it.
    if (said) await step('settle', (work) => settlePayment(work, paymentId, said))
  },
})

/** Finds out how far a bank has come, of which nobody told. */
export const lookAfterDispute = job({
  name: 'marketplace.payments.look-after-dispute',
  data: Type.Object({ disputeId: Id }),
  runs: 'steps',
  async handle({ read, outside, step }, { disputeId }) {
    const row = await read(({ db }) => selectDispute(db, disputeId))
    const payment = row && (await read(({ db }) => selectPayment(db, row.payment_id)))
    // One that is won before its money is back is not over.
    if (!row || !payment || (row.phase !== 'asked' && row.phase !== 'withdrawn')) return
    const said = await outside('ask', {
      call: (providers, { signal }) =>
        paymentsOf(providers, payment).readDispute(row.provider_dispute_id, { signal }),
    })
    await step('settle', (work) => settleDispute(work, payment.provider, said))
  },
})

const mostAtOnce = 200

/** Looks after what nobody has heard of for a while. */
export const reconcile = job({
  name: 'marketplace.payments.reconcile',
  cron: '3-59/5 * * * *',
  data: Nothing,
  runs: 'write',
  async handle({ db, clock, enqueue }) {
    const at = clock.now()
    const payments = await takeUnsettled(db, { before: ago(at, minutes(4)), at, most: mostAtOnce })
    const refunds = await takeUnsettledRefunds(db, { before: ago(at, hours(1)), at, most: mostAtOnce })
    for (const paymentId of payments) await enqueue(lookAfterPayment, { paymentId })
    for (const refundId of refunds) await enqueue(refund, { refundId })
    const disputes = await takeUndecided(db, { before: ago(at, hours(6)), at, most: mostAtOnce })
    for (const disputeId of disputes) await enqueue(lookAfterDispute, { disputeId })
  },
})

/** Has the provider forget a card that its owner removed. */
export const forgetCard = job({
  name: 'marketplace.payments.forget-card',
  data: Type.Object({
    provider: OneOf(['sandbox', 'stripe']),
    mode: OneOf(paymentModes),
    cardId: Type.String(),
  }),
  runs: 'steps',
  async handle({ outside }, { provider, mode, cardId }) {
    await outside('forget', {
      async call(providers, { signal }) {
        await paymentsOf(providers, { provider, mode }).forgetCard(cardId, { signal })
        return true
      },
      // To ask for it once more does no harm.
      find: async () => undefined,
    })
  },
})

/** Asks how that stands of which the provider has told us, and writes it down. */
export const applyNotice = job({
  name: 'marketplace.payments.apply-notice',
  data: InboxEntry,
  runs: 'steps',
  atOnce: 5,
  async handle(flow, { inboxId }) {
    const event = await flow.read((work) => waiting(work, inboxId))
    if (!event) return
    const heard = await flow.outside('ask', {
      call: ({ payments }, { signal }) => hear(payments, event.bytes, signal),
    })
    await flow.step('settle', (work) => settle(work, inboxId, () => write(work, heard)))
  },
  onLastFailure: (work, { inboxId }, reason) => noteFailure(work, inboxId, reason),
  onRevive: (work, { inboxId }) => takeUpAgain(work, inboxId),
})

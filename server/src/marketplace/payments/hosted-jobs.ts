import { hours } from '../../platform/clock.ts'
import { discard, InboxEntry, noteFailure, settle, takeUpAgain, waiting } from '../../platform/inbox/inbox.ts'
import { job } from '../../platform/jobs/job.ts'
import { ago, Nothing } from '../../platform/jobs/sweep.ts'
import { settleHosted } from './hosted-notices.ts'
import { selectForsaken } from './hosted-queries.ts'
import { selectPayment } from './payment-queries.ts'
import { neverMade, settlePayment } from './settlement.ts'

/** Asks PayPal whether it has sent a notice, and writes down what follows from it. */
export const applyHostedNotice = job({
  name: 'marketplace.payments.apply-hosted-notice',
  data: InboxEntry,
  runs: 'steps',
  atOnce: 5,
  async handle(flow, { inboxId }) {
    const event = await flow.read((work) => waiting(work, inboxId))
    if (!event) return
    const isTrue = await flow.outside('ask', {
      call: ({ hostedPayments }, asking) => hostedPayments.hasSent(event.bytes, asking),
    })
    await flow.step('settle', async (work) => {
      if (isTrue) return settle(work, inboxId, () => settleHosted(work, event.bytes))
      if (await discard(work, inboxId, 'QUARANTINED_INVALID'))
        work.services.log.warn({ inboxId }, 'a notice of a payment was not sent by whom it names')
    })
  },
  onLastFailure: (work, { inboxId }, reason) => noteFailure(work, inboxId, reason),
  onRevive: (work, { inboxId }) => takeUpAgain(work, inboxId),
})

/** Nobody comes back to a page that they left a day ago. Who does pay after all, is given it all the same. */
const paidWithin = hours(24)
const mostAtOnce = 200

/** Ends payments that were begun for a page elsewhere, and never made there. */
export const endForsaken = job({
  name: 'marketplace.payments.end-forsaken',
  cron: '23 * * * *',
  data: Nothing,
  runs: 'write',
  atOnce: 1,
  async handle(work) {
    const before = ago(work.clock.now(), paidWithin)
    for (const id of await selectForsaken(work.db, { before, most: mostAtOnce })) {
      const row = await selectPayment(work.db, id)
      if (row) await settlePayment(work, id, neverMade(row, 'not_paid'))
    }
  },
})

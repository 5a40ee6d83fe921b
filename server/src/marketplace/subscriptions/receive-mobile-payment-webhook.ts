import type { Static } from 'typebox'
import { InboxEntry, noteFailure, receive, settle, takeUpAgain, waiting } from '../../platform/inbox/inbox.ts'
import { job } from '../../platform/jobs/job.ts'
import { signedBy } from '../../platform/operation/door.ts'
import { operation } from '../../platform/operation/operation.ts'
import { reply } from '../../platform/operation/reply.ts'
import type { Verifier } from '../../platform/operation/verifier.ts'
import type { Work } from '../../platform/operation/work.ts'
import type { PaymentMode } from '../../platform/payments/port.ts'
import { providerNotConfigured } from '../../platform/provider-errors.ts'
import { lockUser } from '../users/public.ts'
import { endForShop } from './bought-elsewhere.ts'
import { selectPlanOfProduct } from './plan-queries.ts'
import { lockLive } from './queries.ts'
import {
  modeOf,
  type StoreNotice as Notice,
  readStoreEvent,
  readTransfer,
  type StoreEvent,
  StoreNotice,
} from './store-event.ts'
import { keepStoreState, moveStorePurchases } from './store-queries.ts'

const revenueCat: Verifier = {
  name: 'RevenueCat',
  scheme: {
    name: 'revenueCatWebhook',
    definition: {
      type: 'apiKey',
      in: 'header',
      name: 'Authorization',
      description:
        'the shared secret of the webhook; with signing on there, X-RevenueCat-Webhook-Signature is checked, too',
    },
  },
  problems: [providerNotConfigured],
  verify: (sent, { providers }) => providers.mobilePayments.senderOf(sent),
}

export const receiveMobilePaymentWebhook = operation({
  key: 'M148',
  source: 'named in the specification; method, path and proof chosen here, the body is that of RevenueCat',
  method: 'POST',
  path: '/mobile-payment/webhook',
  summary: 'Hear that something about a subscription from the shop of a phone has changed',
  access: signedBy(revenueCat),
  body: StoreNotice,
  replies: { 200: { empty: true, description: 'It is kept; what it means is found out afterwards' } },

  async handle({ body, sender, sent, ...work }) {
    const event = { ...sent, provider: sender.provider, eventId: body.event.id }
    await receive(work, event, applyStoreEvent)
    return reply({ status: 200 })
  },
})

/** Applies what a shop said. Events come twice, late and in any order; the newest one holds. */
export const applyStoreEvent = job({
  name: 'marketplace.subscriptions.store-event',
  data: InboxEntry,
  runs: 'steps',
  async handle(flow, { inboxId }) {
    const stored = await flow.read((work) => waiting(work, inboxId))
    if (!stored) return
    const { mode } = await flow.outside('mode', {
      call: async ({ mobilePayments: { mode } }) => ({ mode }),
    })
    // The operation took nothing that is of another form.
    const { event } = JSON.parse(stored.bytes.toString()) as Static<typeof Notice>
    await flow.step('apply', (work) => settle(work, inboxId, () => apply(work, event, mode)))
  },
  onLastFailure: (work, { inboxId }, reason) => noteFailure(work, inboxId, reason),
  onRevive: (work, { inboxId }) => takeUpAgain(work, inboxId),
})

async function apply(work: Work, event: StoreEvent, mode: PaymentMode): Promise<string> {
  const { db, clock } = work
  const now = clock.now()
  if (event.type === 'TEST') return 'TEST'
  if (modeOf(event) !== mode) return 'OTHER_MODE'
  const told = { eventId: event.id, eventAt: new Date(event.event_timestamp_ms), mode, now }
  const transfer = readTransfer(event)
  if (transfer) return moveStorePurchases(db, transfer, told)
  const said = readStoreEvent(event)
  const plan = said && (await selectPlanOfProduct(db, said.product))
  if (!said || !plan) return 'UNHANDLED'
  // Whoever leaves at this moment has left before, or takes this with them.
  const buyer = await lockUser(db, said.userId)
  if (!buyer || buyer.status === 'deleted' || buyer.status === 'anonymous') return 'ORPHAN'
  const outcome = await keepStoreState(db, said, { ...told, planId: plan.id })
  if (outcome === 'APPLIED' && said.state === 'active' && said.accessUntil > now)
    await endRenewal(work, said.userId)
  return outcome
}

/** What is paused goes on first; whether the shop's still lasts is asked when it would be renewed. */
async function endRenewal(work: Work, userId: string): Promise<void> {
  const row = await lockLive(work.db, userId)
  if (!row || row.cancel_at || !(row.converts || row.state === 'active' || row.state === 'past_due')) return
  await endForShop(work, row)
}

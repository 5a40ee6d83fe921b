import { Type } from 'typebox'
import { hours } from '../../platform/clock.ts'
import { job } from '../../platform/jobs/job.ts'
import { Nothing } from '../../platform/jobs/sweep.ts'
import { Id } from '../../platform/operation/schema.ts'
import type { Work } from '../../platform/operation/work.ts'
import { askForPayment, type PaymentRow } from '../payments/public.ts'
import { openRenewal } from './billing.ts'
import { endForShop } from './bought-elsewhere.ts'
import { planOf } from './entitlement.ts'
import { tick } from './machine.ts'
import { tellComing, tellEnd, tellOf } from './notices.ts'
import { later } from './periods.ts'
import {
  hasFromStore,
  lockDue,
  lockSubscription,
  lockUntold,
  type SubscriptionRow,
  updateSubscription,
} from './queries.ts'

export { applyStoreEvent } from './receive-mobile-payment-webhook.ts'

const atOnce = 100
/** While somebody is asked for money, or a mail is on its way, it is looked at again so much later. */
const lookedAtAgainMs = hours(1)

/** Has done what the clock has to do with subscriptions: end them, let them go on, have them paid. */
export const tickSubscriptions = job({
  name: 'marketplace.subscriptions.tick',
  cron: '*/5 * * * *',
  data: Nothing,
  runs: 'write',
  async handle(work) {
    const due = await lockDue(work.db, work.clock.now(), atOnce)
    for (const row of due) await tickOne(work, row)
    if (due.length === atOnce) await work.enqueue(tickSubscriptions, {})
  },
})

async function tickOne(work: Work, row: SubscriptionRow): Promise<void> {
  const { db, clock, enqueue } = work
  const now = clock.now()
  const next = tick(row, now)
  if (next === 'charge' || next === 'wait') {
    const isUntold = next === 'wait' && row.mail_id === null
    const change = { due_at: later(now, lookedAtAgainMs), ...(isUntold ? { tell_at: now } : {}) }
    await updateSubscription(db, row.id, change, now)
    if (next === 'charge')
      await enqueue(renewSubscription, { subscriptionId: row.id, failures: row.failures })
    return
  }
  const after = await updateSubscription(db, row.id, { due_at: null, ...next }, now)
  if (after.ended_at) await tellEnd(work, after, row.state === 'trialing' ? 'trial_over' : 'canceled')
  else if (row.state === 'paused' && after.renews_at) await tellOf(work, after, 'resumed', after.renews_at)
}

/** Tells people by mail of the ends and renewals that are coming. */
export const tellSubscribers = job({
  name: 'marketplace.subscriptions.tell',
  cron: '1-59/5 * * * *',
  data: Nothing,
  runs: 'write',
  async handle(work) {
    const untold = await lockUntold(work.db, work.clock.now(), atOnce)
    for (const row of untold) await tellComing(work, row)
    if (untold.length === atOnce) await work.enqueue(tellSubscribers, {})
  },
})

/** Has somebody's next period paid by their card. */
export const renewSubscription = job({
  name: 'marketplace.subscriptions.renew',
  data: Type.Object({
    subscriptionId: Id,
    /** How often it could not be paid before: each time is tried once. */
    failures: Type.Integer({ minimum: 0 }),
  }),
  runs: 'steps',
  async handle(flow, { subscriptionId, failures }) {
    const payment = await flow.step('open', (work) => beginRenewal(work, subscriptionId, failures))
    if (payment) await askForPayment(flow, payment)
  },
})

/** @returns null where there is nothing to be paid any more. */
async function beginRenewal(work: Work, id: string, failures: number): Promise<PaymentRow | null> {
  const { db, clock } = work
  const row = await lockSubscription(db, id)
  const now = clock.now()
  const end = row?.state === 'trialing' ? row.trial_ends_at : row?.renews_at
  if (!row || !end || end > now || row.failures !== failures) return null
  if (tick({ ...row, due_at: now }, now) !== 'charge') return null
  if (await hasFromStore(db, row.user_id, now)) {
    await endForShop(work, row)
    return null
  }
  return (await openRenewal(work, row, await planOf(db, row))) ?? null
}

import { newId } from '../../platform/ids.ts'
import type { Announced } from '../../platform/operation/announcement.ts'
import { Problem } from '../../platform/operation/problem.ts'
import type { Work } from '../../platform/operation/work.ts'
import {
  noPaymentMethod,
  noSuchCard,
  openPayment,
  openRefund,
  type PaymentRow,
  type paymentMoved,
  tellOfMoney,
} from '../payments/public.ts'
import { lockPerson } from '../users/public.ts'
import { book, ofHouse, ofPerson, openTransaction } from '../wallet/public.ts'
import { type ChargeRow, insertCharge, keepPayment, lockCharge, settleCharge } from './charge-queries.ts'
import { failToPay, pay } from './machine.ts'
import { tellEnd, tellOf } from './notices.ts'
import { findPlan, type PlanRow } from './plan-queries.ts'
import { paymentUnderWay } from './problems.ts'
import {
  insertSubscription,
  lockLive,
  lockSubscription,
  type SubscriptionRow,
  updateSubscription,
} from './queries.ts'

interface Wanted {
  userId: string
  /** Null where there is none before the first period is paid. */
  subscription: SubscriptionRow | undefined
  plan: PlanRow
  paymentMethodId: string | undefined
  isOffSession: boolean
}

/** Begins to charge somebody for a period. @throws PAYMENT_UNDER_WAY, and what `openPayment` does */
export async function openCharge(
  work: Work,
  { userId, subscription, plan, ...asked }: Wanted,
): Promise<PaymentRow> {
  const { price_minor: amountMinor, currency, id: planId } = plan
  const charge = { id: newId(), userId, planId, amountMinor, currency }
  const isNew = await insertCharge(work.db, {
    ...charge,
    subscriptionId: subscription?.id ?? null,
    at: work.clock.now(),
  })
  if (!isNew) throw paymentUnderWay()
  const purpose = { kind: 'subscription' as const, id: charge.id }
  const payment = await openPayment(work, { personId: userId, purpose, amountMinor, currency, ...asked })
  await keepPayment(work.db, charge.id, payment)
  return payment
}

/**
 * Begins to charge somebody who is not there, for the next period.
 * @returns undefined where there is no card, or a payment is under way: the first counts as one that failed.
 */
export async function openRenewal(
  work: Work,
  row: SubscriptionRow,
  plan: PlanRow,
): Promise<PaymentRow | undefined> {
  const wanted = { userId: row.user_id, subscription: row, plan, isOffSession: true }
  try {
    return await openCharge(work, { ...wanted, paymentMethodId: row.payment_method_id ?? undefined })
  } catch (error) {
    const code = error instanceof Problem ? error.code : undefined
    if (code === paymentUnderWay.code) return undefined
    if (code !== noPaymentMethod.code && code !== noSuchCard.code) throw error
    await failOpen(work, row.user_id)
    await failed(work, row)
    return undefined
  }
}

/** Nothing was asked of anybody for a charge that was begun. */
async function failOpen({ db, clock }: Work, userId: string): Promise<void> {
  const charge = await lockCharge(db, { userId })
  if (!charge) return
  const { subscription_id: subscriptionId } = charge
  await settleCharge(db, charge.id, { status: 'failed', subscriptionId, boughtMs: 0, at: clock.now() })
}

async function failed(work: Work, row: SubscriptionRow): Promise<void> {
  const { db, clock } = work
  const change = failToPay(row, clock.now())
  if (Object.keys(change).length === 0) return
  const after = await updateSubscription(db, row.id, change, clock.now())
  if (after.ended_at) await tellEnd(work, after, 'unpaid')
  else if (after.access_until) await tellOf(work, after, 'unpaid', after.access_until)
}

type Moved = Announced<(typeof paymentMoved)['data']>

/** What became of a payment for a plan is written down in the transaction in which the payment settles. */
export async function settlePlanPayment(work: Work, moved: Moved): Promise<void> {
  const { purpose, status, personId } = moved
  if (purpose.kind !== 'subscription' || (status !== 'succeeded' && status !== 'failed')) return
  await lockPerson(work.db, personId)
  const charge = await lockCharge(work.db, { id: purpose.id })
  if (!charge) return
  const row = charge.subscription_id
    ? await lockSubscription(work.db, charge.subscription_id)
    : await lockLive(work.db, personId)
  if (status === 'succeeded') return take(work, charge, moved, row)
  if (charge.status !== 'open') return
  const { subscription_id: subscriptionId } = charge
  const settled = { status: 'failed' as const, subscriptionId, boughtMs: 0, at: work.clock.now() }
  await settleCharge(work.db, charge.id, settled)
  if (row && charge.subscription_id) await failed(work, row)
  else if (moved.isLate) await tellOfFailure(work, charge, moved)
}

/** Who chose a plan is told that it was not paid, where they were not waiting for it any more. */
const tellOfFailure = (work: Work, { user_id, amount_minor, currency }: ChargeRow, { paymentId }: Moved) =>
  tellOfMoney(work, {
    ...{ personId: user_id, amountMinor: amount_minor, currency, what: 'cardFailed' },
    ...{ cause: `payment:${paymentId}:cardFailed`, about: { model: 'payment', id: paymentId } },
    payload: { screen: 'Plans' },
  })

/** The money has come: it buys time, or goes back where that cannot be had any more. */
async function take(
  work: Work,
  charge: ChargeRow,
  { paymentId, mode }: Moved,
  known: SubscriptionRow | undefined,
): Promise<void> {
  const { db, clock } = work
  const now = clock.now()
  if (charge.status === 'paid' || charge.status === 'returned') return
  const plan = await findPlan(db, charge.plan_id)
  if (!plan) throw new Error(`the plan ${charge.plan_id} is gone`)
  const { id: chargeId, user_id: userId, plan_id: planId, amount_minor: amountMinor, currency } = charge
  const isLate = charge.status === 'failed'
  const row = isLate
    ? known
    : (known ?? (await insertSubscription(db, { id: newId(), userId, planId, at: now })))
  const paid = isLate || !row ? undefined : pay(row, plan.months, now)
  if (!row || !paid) {
    await settleCharge(db, chargeId, {
      status: 'returned',
      subscriptionId: row?.id ?? null,
      boughtMs: 0,
      at: now,
    })
    await openRefund(work, { key: `subscription:${chargeId}:returned`, paymentId, amountMinor })
    return
  }
  await updateSubscription(db, row.id, { ...paid.change, plan_id: planId }, now)
  await settleCharge(db, chargeId, {
    status: 'paid',
    subscriptionId: row.id,
    boughtMs: paid.boughtMs,
    at: now,
  })
  const about = { model: 'subscription', id: row.id }
  const { id: entryId } = await book(work, {
    key: `subscription:${chargeId}:paid`,
    kind: 'subscription_paid',
    currency,
    mode,
    lines: [
      { account: ofPerson(userId, 'reserved'), amountMinor: -amountMinor },
      { account: ofHouse('revenue'), amountMinor },
    ],
    about,
  })
  const transaction = { id: chargeId, personId: userId, type: 'subscription', status: 'succeeded' } as const
  const booked = { currency, mode, about, entryId, subject: plan.name }
  await openTransaction(work, { ...transaction, amountMinor: -amountMinor, ...booked })
}

import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { Id, Nullable, OneOf, Shown } from '../../platform/operation/schema.ts'
import type { Work } from '../../platform/operation/work.ts'
import { providerNotConfigured, providerUnavailable } from '../../platform/provider-errors.ts'
import { configured } from '../../platform/system-config/configured.ts'
import { member } from '../access.ts'
import { oneTrialPerCard } from '../limits.ts'
import {
  askForPayment,
  noPaymentMethod,
  noSuchCard,
  type PaymentRow,
  paymentDeclined,
  processorOf,
} from '../payments/public.ts'
import { lockPerson } from '../users/public.ts'
import { moneyStopped } from '../wallet/public.ts'
import { openCharge } from './billing.ts'
import { standingOf } from './entitlement.ts'
import { findPlan, type PlanRow } from './plan-queries.ts'
import { alreadySubscribed, noSuchPlan, paymentUnderWay, trialAlreadyUsed } from './problems.ts'
import {
  findCard,
  hasFromStore,
  lockLive,
  type SubscriptionRow,
  updateSubscription,
  useTrial,
} from './queries.ts'
import { PlanId, SubscriptionRecord } from './shapes.ts'
import { digestOf } from './trials.ts'

const asked = ['processing', 'requires_action', 'succeeded'] as const

export const subscribe = operation({
  source: 'not in the specification; how a plan is bought here',
  method: 'POST',
  path: '/user-tools/subscribe',
  summary:
    'Subscribe to a plan with a saved card: at the end of your trial, or now; it renews itself until you cancel',
  access: member,
  runs: 'steps',
  idempotency: 'required',
  body: Type.Object({
    plan_id: PlanId,
    payment_method_id: Type.Optional(Id),
    now: Type.Optional(
      Type.Boolean({ default: false, description: 'pay now, though the trial still lasts' }),
    ),
  }),
  replies: {
    200: {
      message: 'Subscription kept successfully',
      data: Type.Object({
        subscription: SubscriptionRecord,
        payment: Nullable(
          Type.Object({
            _id: Id,
            status: OneOf(asked),
            client_secret: Nullable(
              Shown('pi_1Q2w3e_secret_4r5t'),
              'with which your phone answers your bank',
            ),
          }),
        ),
      }),
    },
  },
  problems: [
    noSuchPlan,
    alreadySubscribed,
    paymentUnderWay,
    trialAlreadyUsed,
    noPaymentMethod,
    noSuchCard,
    paymentDeclined,
    moneyStopped,
    providerNotConfigured,
    providerUnavailable,
  ],
  limit: { max: 60, strict: 20, windowSeconds: 3600 },

  async handle({ body, caller, ...flow }) {
    const payment = await flow.step('open', (work) => begin(work, caller.id, body))
    const progress = payment && (await askForPayment(flow, payment))
    if (progress?.status === 'failed') throw paymentDeclined({ details: { reason: progress.declineCode } })
    const subscription = await flow.read((reading) => standingOf(reading, caller.id))
    return {
      subscription,
      payment: progress && {
        _id: payment.id,
        status: progress.status,
        client_secret: progress.clientSecret,
      },
    }
  },
})

interface Wanted {
  plan_id: string
  payment_method_id?: string
  now?: boolean
}

/** Begins to charge, or has the trial be followed by the plan. @returns null then. */
async function begin(work: Work, userId: string, wanted: Wanted): Promise<PaymentRow | null> {
  const { db, clock } = work
  await lockPerson(db, userId)
  const plan = await findPlan(db, wanted.plan_id)
  if (!plan?.is_newest || !plan.is_offered) throw noSuchPlan()
  const row = await lockLive(db, userId)
  if (await hasFromStore(db, userId, clock.now())) throw alreadySubscribed()
  if (row?.state === 'trialing' && !wanted.now) return convert(work, row, plan, wanted)
  const canPay = !row || row.state === 'trial_ready' || row.state === 'trialing' || row.state === 'past_due'
  if (!canPay) throw alreadySubscribed()
  const paymentMethodId = wanted.payment_method_id
  const taken = { cancel_at: null, reason: null, payment_method_id: paymentMethodId ?? null }
  // What is paid for is had, also where the trial had been cancelled before; if it is not, nothing follows that trial.
  const change = row?.cancel_at ? { ...taken, converts: false } : taken
  if (row) await updateSubscription(db, row.id, change, clock.now())
  return openCharge(work, { userId, subscription: row, plan, paymentMethodId, isOffSession: false })
}

/** Has a trial be followed by a plan. One card is for one trial. @throws TRIAL_ALREADY_USED */
async function convert(work: Work, row: SubscriptionRow, plan: PlanRow, wanted: Wanted): Promise<null> {
  const { db, clock } = work
  const processor = processorOf(work)
  const card = await findCard(db, row.user_id, processor, wanted.payment_method_id)
  if (!card) throw wanted.payment_method_id === undefined ? noPaymentMethod() : noSuchCard()
  if (!row.converts && configured(work.services, oneTrialPerCard)) {
    const use = { kind: 'card' as const, digest: digestOf(work, 'card', card.fingerprint) }
    if (!(await useTrial(db, [use], clock.now()))) throw trialAlreadyUsed()
  }
  const change = {
    converts: true,
    cancel_at: null,
    reason: null,
    plan_id: plan.id,
    payment_method_id: card.id,
  }
  await updateSubscription(db, row.id, change, clock.now())
  return null
}

import { sql } from 'kysely'
import { days } from '../../platform/clock.ts'
import { type Answer, call, granted, lastCode, newEmail, type TestPerson, world } from '../kit.ts'
import { password } from '../marketplace-rows.ts'
import { deliverNotice, noticeOf, providerIdOf, simulate } from '../payments.ts'
import { storeEventsOf } from '../store-events.ts'
import { plusId, subscribe, tools } from '../subscriptions.ts'
import type { PlanStep, ShopEvent, Step } from './steps.ts'

// What people do with plans. Whether it is refused is not told here: the laws say whose time and money is where.

const refusals = [402, 403, 404, 409]

function expectAnswered(what: string, { status, text }: Answer): void {
  if (status >= 300 && !refusals.includes(status)) throw new Error(`${what} is refused with ${text}`)
}

const asked: Readonly<Record<PlanStep, (as: TestPerson, cardId: string) => Promise<Answer>>> = {
  subscribe: (as, payment_method_id) => subscribe(as, { plan_id: plusId, now: true, payment_method_id }),
  subscribeAtEndOfTrial: (as, payment_method_id) => subscribe(as, { plan_id: plusId, payment_method_id }),
  tryOut: (as) => tools(as, 'trial-start', { plan_id: plusId }),
  tryLonger: (as) => tools(as, 'trial-extend', { reason: 'I was ill' }),
  cancel: (as) => tools(as, 'cancel-subscription', {}),
  cancelAtOnce: (as) => tools(as, 'cancel-subscription', { immediately: true }),
  reinstate: (as) => tools(as, 'reinstate-subscription'),
  pause: (as) => tools(as, 'pause-subscription', {}),
  unpause: (as) => tools(as, 'unpause-subscription'),
}

export async function changePlan(as: TestPerson, what: PlanStep, cardId: string): Promise<void> {
  expectAnswered(what, await asked[what](as, cardId))
}

/** Somebody's newest payment for a plan: their bank answers, or takes it back, and tells twice. */
export async function movePlanPayment(
  as: TestPerson,
  command: Extract<Step, { does: 'planPayment' }>['command'],
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from marketplace.payment where user_id = ${as.id} and purpose_kind = 'subscription'
    order by created_at desc, id desc limit 1`.execute((await world()).host.services.db)
  const [payment] = rows
  if (!payment) return
  expectAnswered(command, await simulate(as, payment.id, command))
  await hearAgain(payment.id, 2)
}

/** The sandbox tells of a payment, and of its dispute where there is one, so many times at once. */
export async function hearAgain(paymentId: string, times: number): Promise<Answer[]> {
  const id = await providerIdOf(paymentId)
  const { rows } = await sql<{ id: string }>`
    select id from platform.sandbox_dispute where payment_id = ${id}`.execute(
    (await world()).host.services.db,
  )
  const notices = [
    noticeOf({ id, object: 'payment_intent' }, 'payment_intent.succeeded'),
    ...rows.map((row) => noticeOf({ id: row.id, object: 'dispute' }, 'charge.dispute.updated')),
  ]
  const heard = notices.flatMap((notice) => Array.from({ length: times }, () => deliverNotice(notice)))
  return Promise.all(heard)
}

/** The shop of somebody's phone tells of the one subscription that they have there, late and more than once. */
export async function hearFromShop(as: TestPerson, type: ShopEvent, times: number): Promise<void> {
  const { clock } = await world()
  const at = clock.now()
  const { signer, body } = storeEventsOf(as.id, at).event(type, {
    original_transaction_id: `store-${as.id}`,
    expiration_at_ms: at.getTime() + (type === 'EXPIRATION' ? 0 : days(30)),
  })
  const signed = await signer?.sign(Buffer.from(JSON.stringify(body)), at)
  const { headers = {}, payload } = signed ?? {}
  for (let time = 0; time < times; time += 1)
    expectAnswered(type, await call('POST', '/api/v1/mobile-payment/webhook', { headers, payload }))
}

/** Somebody new opens an account to try a plan, and begins at once where they may. @returns what became of their trial */
export async function signUpForTrial(device_id: string): Promise<string> {
  const email = newEmail()
  const body = { name: 'Trial', email, password, agree: 'true', device_id }
  const { data } = (await granted(call('POST', '/api/v1/user-tools/trial-signup', { body }))).body
  const { state } = data.trial
  if (state !== 'trial_ready') return state
  const as = { token: data.access_token }
  await granted(call('POST', '/api/v1/usr-mgt/verify', { body: { email, otp: await lastCode(email) } }))
  await granted(call('POST', '/api/v1/user-tools/trial-start', { as, body: {} }))
  return state
}

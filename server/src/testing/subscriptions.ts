import { sql } from 'kysely'
import { days } from '../platform/clock.ts'
import { newId } from '../platform/ids.ts'
import { call, granted, newStaff, type TestPerson, world } from './kit.ts'
import { newProvedMember } from './users.ts'

const tool = '/api/v1/user-tools'

/** The plan that is there from the start. */
export const plusId = '0199a000-0000-7000-8000-000000000002'

const keyed = () => ({ 'idempotency-key': newId() })

/** Saves a card of the sandbox, by what comes of it, as the default one. */
export async function newCard(as: TestPerson, scenario = 'success'): Promise<string> {
  const body = { payment_method_id: `pm_sandbox_${scenario}`, make_default: true }
  const path = '/api/v1/payment-mgt/save-payment-method'
  return (await granted(call('POST', path, { as, body, headers: keyed() }))).body.data._id
}

export const tools = (as: TestPerson, command: string, body?: Record<string, unknown>) =>
  call('POST', `${tool}/${command}`, { as, ...(body ? { body } : {}) })

export const subscribe = (as: TestPerson, wanted: Record<string, unknown> = {}, key = newId()) =>
  call('POST', `${tool}/subscribe`, {
    as,
    body: { plan_id: plusId, ...wanted },
    headers: { 'idempotency-key': key },
  })

/** A plan with a trial that can be chosen now: others may have published anything under any name. */
export async function planOnOffer(): Promise<string> {
  const { body } = await granted(call('GET', `${tool}/plans`))
  const plans: { plan_id: string; price_minor: number; trial_days: number }[] = body.data.plans
  const found = plans.find((plan) => plan.price_minor > 0 && plan.trial_days > 0)
  return found?.plan_id ?? newPlan()
}

export async function newPlan(): Promise<string> {
  const plan = {
    ...{ name: 'Plus', price: 4.99, currency: 'EUR', months: 1, trial_days: 14, is_offered: true },
    quotas: { saved_searches: 50, transaction_exports: 30 },
  }
  const as = await newStaff('administrator')
  const path = `/api/v1/admin/plans/plan-${newId().slice(-12)}`
  return (await granted(call('PUT', path, { as, body: plan }))).body.data.plan_id
}

/** Pays for a first month. */
export async function subscribed(as: TestPerson): Promise<void> {
  await newCard(as)
  await granted(subscribe(as, { plan_id: await planOnOffer(), now: true }))
}

/** Has somebody never have had a plan, so that whatever comes first can come once more. */
export async function forgetPlans({ id }: { id: string }): Promise<void> {
  const { db } = (await world()).host.services
  for (const table of ['subscription_charge', 'subscription', 'quota_use'])
    await sql`delete from ${sql.table(`marketplace.${table}`)} where user_id = ${id}`.execute(db)
  await sql`delete from marketplace.trial_use`.execute(db)
}

/** Somebody's trial that has ended, and was not followed by a plan. */
export async function newEndedTrial(): Promise<void> {
  const person = await newProvedMember()
  await granted(tools(person, 'trial-start', { plan_id: await planOnOffer() }))
  await age(person, days(40))
  await sql`
    update marketplace.subscription set state = 'expired', ended_at = trial_ends_at, due_at = null, tell_at = null
    where user_id = ${person.id}`.execute((await world()).host.services.db)
}

export interface SubscriptionState {
  id: string
  state: string
  paid_ms: number
  used_ms: number
  banked_ms: number
  returned_ms: number
  period_start: Date | null
  period_end: Date | null
  renews_at: Date | null
  trial_ends_at: Date | null
  cancel_at: Date | null
  access_until: Date | null
  due_at: Date | null
  failures: number
  reason: string | null
}

/** What stands of somebody's newest one. */
export async function subscriptionOf({ id }: { id: string }): Promise<SubscriptionState | undefined> {
  const { rows } = await sql<SubscriptionState>`
    select * from marketplace.subscription where user_id = ${id} order by created_at desc, id desc limit 1`.execute(
    (await world()).host.services.db,
  )
  return rows[0]
}

/** Lets so much time pass for one subscription, and none for everybody else: all its moments lie earlier by that. */
export async function age({ id }: { id: string }, ms: number): Promise<void> {
  const columns = [
    ...[
      'trial_started_at',
      'trial_ends_at',
      'period_start',
      'period_end',
      'renews_at',
      'cancel_at',
      'paused_at',
    ],
    ...['resume_at', 'access_until', 'due_at', 'tell_at', 'told_for', 'mail_for'],
  ]
  const moved = columns.map(
    (column) => sql`${sql.ref(column)} = ${sql.ref(column)} - ${ms} * interval '1 millisecond'`,
  )
  await sql`update marketplace.subscription set ${sql.join(moved)} where user_id = ${id}`.execute(
    (await world()).host.services.db,
  )
}

/** Somebody's subscription, whose period is over and of whose renewal they were told in time. */
export async function dueSubscription(person: { id: string }): Promise<SubscriptionState> {
  const row = await subscriptionOf(person)
  if (!row?.renews_at) throw new Error('nothing is to be renewed')
  await makeDue(person, row)
  return row
}

/** Lets the period of a subscription end, of whose renewal its owner was told in time. */
export async function makeDue(person: { id: string }, row: SubscriptionState): Promise<void> {
  if (!row.renews_at) return
  await sql`update marketplace.subscription set told_for = renews_at where id = ${row.id}`.execute(
    (await world()).host.services.db,
  )
  await age(person, row.renews_at.getTime() - (await world()).clock.now().getTime() + 60_000)
}

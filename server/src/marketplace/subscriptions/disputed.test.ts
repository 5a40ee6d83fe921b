import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { days, hours } from '../../platform/clock.ts'
import { runNow } from '../../testing/jobs.ts'
import { call, granted, newMember, type TestPerson, world } from '../../testing/kit.ts'
import { simulate } from '../../testing/payments.ts'
import { noticesOf } from '../../testing/posts.ts'
import { jobsDone } from '../../testing/rows.ts'
import {
  age,
  dueSubscription,
  newCard,
  planOnOffer,
  subscribe,
  subscribed,
  subscriptionOf,
  tools,
} from '../../testing/subscriptions.ts'
import { closeWorld, worldWith } from '../../testing/world.ts'
import { tickSubscriptions } from './jobs.ts'

/** Plans whose payment a bank takes back. */

beforeAll(() => worldWith({}))
afterAll(closeWorld)

const db = async () => (await world()).host.services.db
const planOf = async (as: TestPerson) =>
  (await granted(call('GET', '/api/v1/user-tools/get-user', { as }))).body.data.plan

async function chargesOf({ id }: TestPerson) {
  const { rows } = await sql<{ payment_id: string; status: string; withheld_ms: number; refunds: number }>`
    select c.payment_id, c.status, c.withheld_ms,
      (select count(*)::int from marketplace.refund r where r.payment_id = c.payment_id) as refunds
    from marketplace.subscription_charge c where c.user_id = ${id} order by c.created_at, c.id`.execute(
    await db(),
  )
  return rows
}

async function owed(): Promise<number> {
  const { rows } = await sql<{ minor: number }>`
    select coalesce(-sum(balance_minor), 0)::bigint as minor from marketplace.ledger_account where kind = 'receivables'`.execute(
    await db(),
  )
  return rows[0]?.minor ?? 0
}

/** Somebody ten days into a month that they paid for. */
async function subscriber(): Promise<{ as: TestPerson; payment: string }> {
  const as = await newMember()
  await subscribed(as)
  await age(as, days(10))
  return { as, payment: (await chargesOf(as))[0]?.payment_id ?? '' }
}

const msLeft = async (as: TestPerson) => {
  const row = await subscriptionOf(as)
  return (row?.period_end?.getTime() ?? 0) - (await world()).clock.now().getTime()
}

describe('a plan whose payment a bank takes back', () => {
  test('ends at once, and nothing of it goes back besides', async () => {
    const { as, payment } = await subscriber()
    for (let time = 0; time < 2; time += 1) await granted(simulate(as, payment, 'dispute'))
    expect(await planOf(as)).toMatchObject({ state: 'canceled', has_access: false })
    expect(await chargesOf(as)).toMatchObject([{ status: 'disputed', refunds: 0 }])
    await granted(simulate(as, payment, 'lose_dispute'))
    await jobsDone()
    expect(await chargesOf(as)).toMatchObject([{ status: 'charged_back', refunds: 0 }])
    expect(await owed()).toBe(0)
    expect(await noticesOf(as, 'payment')).toHaveLength(2)
  })

  test('goes on for as long as it would have, and is not renewed behind that, when the bank gives in', async () => {
    const { as, payment } = await subscriber()
    const before = await msLeft(as)
    await granted(simulate(as, payment, 'dispute'))
    for (let time = 0; time < 2; time += 1) await granted(simulate(as, payment, 'win_dispute'))
    expect(await planOf(as)).toMatchObject({ state: 'cancel_scheduled', has_access: true })
    expect(Math.abs((await msLeft(as)) - before)).toBeLessThan(60_000)
    expect(await chargesOf(as)).toMatchObject([{ status: 'paid', withheld_ms: 0 }])
    expect(await owed()).toBe(0)
    // What is left of it now goes back as ever.
    await granted(tools(as, 'cancel-subscription', { immediately: true }))
    await jobsDone()
    expect(await chargesOf(as)).toMatchObject([{ status: 'paid', refunds: 1 }])
  })

  test('adds its time to what its owner has chosen meanwhile', async () => {
    const { as, payment } = await subscriber()
    const before = await msLeft(as)
    await granted(simulate(as, payment, 'dispute'))
    await newCard(as)
    await granted(subscribe(as, { plan_id: await planOnOffer(), now: true }))
    const month = await msLeft(as)
    await granted(simulate(as, payment, 'win_dispute'))
    expect(await planOf(as)).toMatchObject({ state: 'active', has_access: true })
    expect(Math.abs((await msLeft(as)) - month - before)).toBeLessThan(60_000)
  })
  test('gives its time to who cancelled a later one that nobody could pay', async () => {
    const { as, payment } = await subscriber()
    const before = await msLeft(as)
    await granted(simulate(as, payment, 'dispute'))
    await newCard(as)
    await granted(subscribe(as, { plan_id: await planOnOffer(), now: true }))
    await sql`update marketplace.payment_method set is_default = false where customer_id in (
      select id from marketplace.payment_customer where user_id = ${as.id})`.execute(await db())
    await dueSubscription(as)
    await runNow(tickSubscriptions, {})
    await jobsDone()
    await granted(tools(as, 'cancel-subscription', {}))
    await granted(simulate(as, payment, 'win_dispute'))
    expect(await planOf(as)).toMatchObject({ state: 'cancel_scheduled', has_access: true })
    expect(Math.abs((await msLeft(as)) - before)).toBeLessThan(hours(1))
    await granted(tools(as, 'reinstate-subscription'))
    expect(await planOf(as)).toMatchObject({ state: 'active', has_access: true })
  })
})

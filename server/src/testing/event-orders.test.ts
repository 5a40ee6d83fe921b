import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { days, minutes } from '../platform/clock.ts'
import type { Arranged } from './arranged.ts'
import { operationNamed, perform } from './arrangements.ts'
import { granted, newMember, world } from './kit.ts'
import { ordersOf, someOrdersOf } from './orderings.ts'
import { addTestFunds, noticeOf, providerIdOf, succeedAtSandbox } from './payments.ts'
import { jobsDone } from './rows.ts'
import { storeEventsOf } from './store-events.ts'
import { subscriptionOf } from './subscriptions.ts'
import { closeWorld, worldWith } from './world.ts'

/**
 * Six events of one thing, each told twice, in some of their orders, or in all 720 with EVENT_ORDERS=all: what they come to is
 * the same. EVENT_ORDERS_SEED draws the same orders again.
 */

const drawn = 24
const seed = Number(process.env.EVENT_ORDERS_SEED ?? Math.floor(performance.timeOrigin % 2 ** 31))
const places = [0, 1, 2, 3, 4, 5]
const orders = process.env.EVENT_ORDERS === 'all' ? ordersOf(places) : someOrdersOf(places, seed, drawn)
/** So many people hear of theirs at once. */
const atOnce = 48

beforeAll(() => worldWith({}))
afterAll(closeWorld)

interface Story {
  /** In the order in which it happened; all of it has happened by now. */
  events: readonly Arranged[]
  state(): Promise<unknown>
}

/** A payment that a bank lets through late, and takes back for good. */
async function paymentStory(): Promise<Story> {
  const { host } = await world()
  const { body } = await granted(addTestFunds(await newMember(), 'late_success'))
  const paymentId = body.data._id
  const id = await providerIdOf(paymentId)
  await succeedAtSandbox(id)
  const { pretending } = host.services.providers.payments
  if (!pretending) throw new Error('these are no sandbox’s payments')
  const asking = { signal: AbortSignal.timeout(60_000) }
  const dispute = await pretending.openDispute(id, asking)
  await pretending.decideDispute(dispute.id, 'lost', asking)
  const ofPayment = (word: string) => noticeOf({ id, object: 'payment_intent' }, `payment_intent.${word}`)
  const ofDispute = (word: string) =>
    noticeOf({ id: dispute.id, object: 'dispute' }, `charge.dispute.${word}`)
  return {
    events: [
      ...['created', 'processing', 'succeeded'].map(ofPayment),
      ...['created', 'funds_withdrawn', 'closed'].map(ofDispute),
    ],
    async state() {
      const { rows } = await sql`
        select p.status, t.status as shown,
          (select json_agg(json_build_array(d.phase, d.status, d.is_withdrawn)) from marketplace.payment_dispute d where d.payment_id = p.id) as disputes,
          (select json_agg(json_build_array(b.amount_minor, b.settled_minor)) from marketplace.debt b where b.user_id = p.user_id) as debts,
          (select json_agg(json_build_array(a.kind, a.balance_minor) order by a.kind) from marketplace.ledger_account a
            where a.person_id = p.user_id) as balances
        from marketplace.payment p join marketplace.wallet_transaction t on t.id = p.id where p.id = ${paymentId}`.execute(
        host.services.db,
      )
      return rows[0]
    },
  }
}

/** A subscription from the shop of a phone: bought, renewed, unpaid, renewed after all, called off, over. */
async function subscriptionStory(): Promise<Story> {
  const { clock } = await world()
  const { id } = await newMember()
  const from = clock.now()
  const told = storeEventsOf(id, from)
  const types = ['INITIAL_PURCHASE', 'RENEWAL', 'BILLING_ISSUE', 'RENEWAL', 'CANCELLATION', 'EXPIRATION']
  return {
    events: types.map((type, place) =>
      told.event(type, {
        event_timestamp_ms: from.getTime() + place,
        expiration_at_ms: from.getTime() + (type === 'EXPIRATION' ? place : days(30 * (place + 1))),
      }),
    ),
    async state() {
      const row = await subscriptionOf({ id })
      const accessMs = row?.access_until && row.access_until.getTime() - from.getTime()
      return row && { state: row.state, accessMs, renewsAt: row.renews_at, cancelAt: row.cancel_at }
    },
  }
}

/** Has each of some people hear of their story in an order of its own. @returns what it came to for each */
async function heardIn(some: number[][], id: string, begin: () => Promise<Story>): Promise<unknown[]> {
  const registered = operationNamed('marketplace', id)
  const stories = await Promise.all(some.map(async (order) => ({ order, ...(await begin()) })))
  for (const place of places) {
    const now = stories.flatMap(({ order, events }) => events[order[place] ?? 0] ?? [])
    await Promise.all([...now, ...now].map((event) => granted(perform(registered, event))))
    await jobsDone()
  }
  return Promise.all(stories.map(({ state }) => state()))
}

describe.each([
  [
    'a payment',
    'receivePaymentWebhook',
    paymentStory,
    { status: 'succeeded', shown: 'charged_back', debts: [[2500, 2500]] },
  ],
  ['a subscription', 'receiveMobilePaymentWebhook', subscriptionStory, { state: 'expired', accessMs: 5 }],
] as const)('six events of %s', (_what, id, begin, expected) => {
  test(`come to the same in ${orders.length} orders, doubled (seed ${seed})`, {
    timeout: minutes(120),
  }, async () => {
    for (let first = 0; first < orders.length; first += atOnce) {
      const some = orders.slice(first, first + atOnce)
      const [one, ...others] = await heardIn(some, id, begin)
      expect(one).toMatchObject(expected)
      for (const [index, other] of others.entries())
        expect({ order: some[index + 1], came: other }).toEqual({ order: some[index + 1], came: one })
    }
  })
})

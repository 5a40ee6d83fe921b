import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { renewSubscription, tickSubscriptions } from '../marketplace/subscriptions/jobs.ts'
import { balanceOf } from '../marketplace/wallet/public.ts'
import { minutes } from '../platform/clock.ts'
import { newId } from '../platform/ids.ts'
import { runNow } from './jobs.ts'
import { type Answer, granted, newMember, type TestPerson, world } from './kit.ts'
import { fund } from './money.ts'
import { expectLaws } from './money-model/laws.ts'
import { answer, makeOffer, newNegotiable } from './offers.ts'
import { buy, orderOf, pay, purchase, ship } from './orders.ts'
import { newBankAccount } from './payouts.ts'
import { newPost } from './posts.ts'
import { jobsDone } from './rows.ts'
import { dueSubscription, subscribed, subscriptionOf, tools } from './subscriptions.ts'
import { closeWorld, worldWith } from './world.ts'

/** Thirty who press at once, again and again: money is where it is said to be. MONEY_RACE_ROUNDS makes more rounds. */

const rounds = Number(process.env.MONEY_RACE_ROUNDS ?? 10)
const racers = 30

beforeAll(() => worldWith({}))
afterAll(closeWorld)

const race = (name: string, round: () => Promise<void>) =>
  test(name, { timeout: minutes(60) }, async () => {
    for (let count = 0; count < rounds; count += 1) await round()
    await jobsDone()
    await expectLaws()
  })

const atOnce = <Result>(ask: (racer: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: racers }, (_, racer) => ask(racer)))

const won = (answers: Answer[]) => answers.filter(({ status }) => status < 300)
const codesOf = (answers: Answer[]) =>
  [...new Set(answers.filter(({ status }) => status >= 300).map(({ body }) => body.error.code))].sort()

const euros = async ({ id }: TestPerson) => {
  const { db, moneyMode: mode } = (await world()).host.services
  return balanceOf(db, id, { currency: 'EUR', mode })
}

race('the last piece is sold once, and who came too late keeps their money', async () => {
  const seller = await newMember()
  const buyers = await Promise.all([1, 2, 3].map(() => newMember()))
  for (const buyer of buyers) await fund(buyer, 2000 * racers)
  const { _id } = await newPost(seller)
  const answers = await atOnce((racer) => purchase(buyers[racer % buyers.length], _id))
  expect(won(answers)).toHaveLength(1)
  expect(codesOf(answers)).toEqual(['NOT_AVAILABLE'])
  const held = await Promise.all(buyers.map(async (buyer) => (await euros(buyer)).escrow_minor))
  expect(held.sort()).toEqual([0, 0, 2000])
})

race('a purchase with one key is one', async () => {
  const [buyer, seller, key] = [await newMember(), await newMember(), newId()]
  await fund(buyer, 2000 * racers)
  const { _id } = await newPost(seller, { quantity: racers })
  const answers = won(await atOnce(() => purchase(buyer, _id, {}, key)))
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  expect(await euros(buyer)).toMatchObject({ escrow_minor: 2000, available_minor: 2000 * (racers - 1) })
})

race('no more is paid out than there is', async () => {
  const person = await newMember()
  await fund(person, 10_000)
  await newBankAccount(person)
  const answers = await atOnce(() =>
    pay(person, 'payment-mgt/transfer-to-connected-account', { amount: 60, currency: 'EUR' }),
  )
  expect([won(answers).length, ...codesOf(answers)]).toEqual([1, 'INSUFFICIENT_FUNDS'])
  expect(await euros(person)).toMatchObject({ available_minor: 4000, in_payout_minor: 6000 })
})

race('a whole refund and a dispute of one order: what is held goes one way', async () => {
  const [member, partner] = [await newMember(), await newMember()]
  const order_id = await ship({ member, partner })
  const damaged = { reason: 'damaged', text: 'The frame is bent, see the picture.' }
  const answers = await atOnce((racer) =>
    racer % 2
      ? pay(partner, 'order-mgt/refund', { order_id })
      : pay(member, 'order-mgt/dispute', { order_id, ...damaged }),
  )
  // Who agrees to everything ends a dispute as well, so that one of each may come through.
  expect(won(answers).length).toBeGreaterThanOrEqual(1)
  expect(won(answers).length).toBeLessThanOrEqual(2)
  expect(codesOf(answers)).toEqual(['INVALID_TRANSITION'])
  const { status, refunded_minor } = await orderOf(member, order_id)
  expect({ status, refunded_minor }).toEqual({ status: 'refunded', refunded_minor: 2000 })
  expect(await euros(member)).toMatchObject({ available_minor: 2000, escrow_minor: 0 })
})

let bidders: TestPerson[] = []

race('of the offers for one piece one is accepted, and the others hear that they were too late', async () => {
  if (bidders.length === 0) bidders = await atOnce(() => newMember())
  const seller = await newMember()
  const { _id } = await newNegotiable(seller)
  const offers: string[] = []
  for (const bidder of bidders) offers.push((await granted(makeOffer(bidder, _id, 15))).body.data._id)
  const answers = await atOnce((racer) => answer(seller, 'accept', offers[racer] ?? ''))
  expect([won(answers).length, ...codesOf(answers)]).toEqual([1, 'OFFER_NOT_OPEN'])
  const { rows } = await sql`
    select status, count(*)::int as n from marketplace.offer where post_id = ${_id} group by 1 order by 1`.execute(
    (await world()).host.services.db,
  )
  expect(rows).toEqual([
    { status: 'accepted', n: 1 },
    { status: 'declined', n: racers - 1 },
  ])
})

race('an order is taken back or sent, not both', async () => {
  const [member, partner] = [await newMember(), await newMember()]
  const order_id = await buy({ member, partner })
  const answers = await atOnce((racer) =>
    racer % 2 ? pay(member, 'order-mgt/cancel', { order_id }) : pay(partner, 'order-mgt/ship', { order_id }),
  )
  expect([won(answers).length, ...codesOf(answers)]).toEqual([1, 'INVALID_TRANSITION'])
  const { status } = await orderOf(member, order_id)
  const { available_minor, escrow_minor } = await euros(member)
  const isSent = status === 'shipped'
  expect([status, available_minor, escrow_minor]).toEqual(
    isSent ? ['shipped', 0, 2000] : ['canceled', 2000, 0],
  )
})

/** How often somebody's plan was charged. */
async function chargesOf({ id }: TestPerson): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from marketplace.subscription_charge where user_id = ${id} and status = 'paid'`.execute(
    (await world()).host.services.db,
  )
  return rows[0]?.n ?? 0
}

race('a plan is cancelled or renewed at its last moment, and charged at most once for it', async () => {
  const person = await newMember()
  await subscribed(person)
  const { id: subscriptionId, failures } = await dueSubscription(person)
  await atOnce((racer) =>
    racer % 2
      ? tools(person, 'cancel-subscription', {}).then(() => undefined)
      : runNow(renewSubscription, { subscriptionId, failures }),
  )
  await jobsDone()
  expect(await chargesOf(person)).toBeLessThanOrEqual(2)
  expect(['cancel_scheduled', 'canceled']).toContain((await subscriptionOf(person))?.state)
})

race('a plan that is paused while its period ends loses no paid second', async () => {
  const person = await newMember()
  await subscribed(person)
  await dueSubscription(person)
  await atOnce((racer) =>
    racer % 3
      ? tools(
          person,
          racer % 3 === 1 ? 'pause-subscription' : 'unpause-subscription',
          racer % 3 === 1 ? {} : undefined,
        ).then(() => undefined)
      : runNow(tickSubscriptions, {}),
  )
  await jobsDone()
  expect(await chargesOf(person)).toBeLessThanOrEqual(2)
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { minutes } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { runNow } from '../../testing/jobs.ts'
import {
  call,
  eventually,
  expectProblem,
  granted,
  newMember,
  signedIn,
  type TestPerson,
  world,
} from '../../testing/kit.ts'
import { fund } from '../../testing/money.ts'
import { orderOf, pay, purchase } from '../../testing/orders.ts'
import { simulate } from '../../testing/payments.ts'
import { detail, newPost, update } from '../../testing/posts.ts'
import { jobsDone } from '../../testing/rows.ts'
import { closeWorld, worldWith } from '../../testing/world.ts'
import { balanceOf } from '../wallet/public.ts'
import { followOrders } from './jobs.ts'

beforeAll(() => worldWith({}))
afterAll(closeWorld)

/** Somebody with a card that behaves so. */
async function withCard(scenario = 'success'): Promise<TestPerson> {
  const person = await newMember()
  const body = { payment_method_id: `pm_sandbox_${scenario}` }
  await granted(pay(person, 'payment-mgt/save-payment-method', body))
  return person
}

const balance = async ({ id }: TestPerson) => {
  const { db, moneyMode: mode } = (await world()).host.services
  const { available_minor, escrow_minor, reserved_minor } = await balanceOf(db, id, { currency: 'EUR', mode })
  return [available_minor, escrow_minor, reserved_minor]
}

const card = { source: 'card' }

test('a card pays an order, and gets back what is given back', async () => {
  const [buyer, seller] = [await withCard(), await newMember()]
  const { _id } = await newPost(seller)
  const { body } = await granted(purchase(buyer, _id, card))
  expect(body.data).toMatchObject({ status: 'paid', client_secret: null })
  expect(await balance(buyer)).toEqual([0, 2000, 0])
  const order_id = body.data._id
  await granted(pay(seller, 'order-mgt/refund', { order_id, amount: 5 }))
  await jobsDone()
  expect(await balance(buyer)).toEqual([0, 1500, 0])
  await granted(pay(buyer, 'order-mgt/cancel', { order_id }))
  await jobsDone()
  expect(await balance(buyer)).toEqual([0, 0, 0])
  expect(await orderOf(buyer, order_id)).toMatchObject({ status: 'canceled', refunded_minor: 2000 })
  const { body: history } = await granted(
    call('GET', '/api/v1/payment-mgt/user-transactions', { as: buyer, query: { type: 'refund' } }),
  )
  expect(history.data.map(({ status }: { status: string }) => status)).toEqual(['succeeded', 'succeeded'])
})

test('the wallet gives what it has and the card the rest, which comes back first', async () => {
  const [buyer, seller] = [await withCard(), await newMember()]
  await fund(buyer, 600)
  const { _id } = await newPost(seller)
  const { body } = await granted(purchase(buyer, _id, { source: 'wallet_and_card' }))
  expect(await balance(buyer)).toEqual([0, 2000, 0])
  const order_id = body.data._id
  await granted(pay(seller, 'order-mgt/refund', { order_id, amount: 15 }))
  await jobsDone()
  // 14 to the card, 1 to the wallet.
  expect(await balance(buyer)).toEqual([100, 500, 0])
})

test('a card that is declined buys nothing: the piece is on offer again, and the wallet whole', async () => {
  const [buyer, seller] = [await withCard('decline'), await newMember()]
  await fund(buyer, 600)
  const { _id } = await newPost(seller)
  expectProblem(await purchase(buyer, _id, { source: 'wallet_and_card' }), 402, 'PAYMENT_DECLINED')
  expect(await balance(buyer)).toEqual([600, 0, 0])
  expect((await detail(_id, buyer)).body.data).toMatchObject({ status: 'active', quantity_sold: 0 })
  const listed = await granted(call('GET', '/api/v1/order-mgt/list', { as: buyer }))
  expect(listed.body.data).toMatchObject([{ status: 'expired' }])
})

test('whoever has no card, or names another’s, is refused', async () => {
  const [buyer, seller] = [await newMember(), await newMember()]
  const { _id } = await newPost(seller)
  expectProblem(await purchase(buyer, _id, card), 409, 'NO_PAYMENT_METHOD')
  const named = { ...card, payment_method_id: newId() }
  expectProblem(await purchase(buyer, _id, named), 404, 'NO_SUCH_PAYMENT_METHOD')
  expect((await detail(_id, buyer)).body.data).toMatchObject({ status: 'active', quantity_sold: 0 })
})

test('what the bank asks about is reserved for a quarter of an hour, and not for two orders', async () => {
  const [buyer, seller, other] = [await withCard('requires_action'), await newMember(), await withCard()]
  const { _id } = await newPost(seller)
  const { body } = await granted(purchase(buyer, _id, card))
  expect(body.data).toMatchObject({ status: 'pending_payment', client_secret: expect.any(String) })
  expect((await detail(_id, other)).body.data).toMatchObject({ status: 'reserved', sold_type: 'reserved' })
  expectProblem(await purchase(other, _id, card), 409, 'NOT_AVAILABLE')
  const { clock } = await world()
  clock.advance(minutes(15))
  await runNow(followOrders, {})
  await jobsDone()
  const again = await signedIn(buyer)
  expect(await orderOf(again, body.data._id)).toMatchObject({ status: 'expired' })
  const late = await signedIn(other)
  await granted(purchase(late, _id, card))
})

test('of a listing with many pieces nobody waits for two payments at once', async () => {
  const [buyer, seller] = [await withCard('requires_action'), await newMember()]
  const { _id } = await newPost(seller, { quantity: 3 })
  const { body } = await granted(purchase(buyer, _id, card))
  expectProblem(await purchase(buyer, _id, card), 409, 'ALREADY_ORDERED')
  await granted(pay(buyer, 'order-mgt/cancel', { order_id: body.data._id }))
  expect((await detail(_id, buyer)).body.data).toMatchObject({ status: 'active', quantity_sold: 0 })
})

test('a listing says nothing of a price that was paid in another currency than it has by then', async () => {
  const [buyer, seller] = [await withCard('requires_action'), await newMember()]
  const { _id } = await newPost(seller, { quantity: 3 })
  const { body } = await granted(purchase(buyer, _id, card))
  await granted(update(seller, _id, { price: 25, currency: 'USD' }))
  await granted(simulate(buyer, body.data.payment_id, 'succeed'))
  await jobsDone()
  expect(await orderOf(buyer, body.data._id)).toMatchObject({ status: 'paid', currency: 'EUR' })
  expect((await detail(_id, seller)).body.data).toMatchObject({ quantity_sold: 1, sold_price: null })
})

test('a payment that comes after its order has ended is given back', async () => {
  const [buyer, seller] = [await withCard('late_success'), await newMember()]
  const { _id } = await newPost(seller)
  const answer = await purchase(buyer, _id, card)
  expect(answer.body.data).toMatchObject({ status: 'pending_payment' })
  const { clock } = await world()
  clock.advance(minutes(15))
  await runNow(followOrders, {})
  await jobsDone()
  clock.advance(minutes(120))
  const again = await signedIn(buyer)
  await eventually(async () => (await balance(again)).every((minor) => minor === 0))
  expect(await orderOf(again, answer.body.data._id)).toMatchObject({ status: 'expired' })
  expect((await detail(_id, again)).body.data).toMatchObject({ status: 'active' })
})

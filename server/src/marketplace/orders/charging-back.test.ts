import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { days } from '../../platform/clock.ts'
import { runNow } from '../../testing/jobs.ts'
import {
  call,
  expectProblem,
  granted,
  newMember,
  newStaff,
  signedIn,
  type TestPerson,
  world,
} from '../../testing/kit.ts'
import { fund, inWork } from '../../testing/money.ts'
import { orderOf, pay, purchase } from '../../testing/orders.ts'
import { saveTestCard, simulate } from '../../testing/payments.ts'
import { newBankAccount } from '../../testing/payouts.ts'
import { detail, newPost, noticesOf } from '../../testing/posts.ts'
import { jobsDone } from '../../testing/rows.ts'
import { closeWorld, worldWith } from '../../testing/world.ts'
import { proveLedger } from '../wallet/proof.ts'
import { balanceOf } from '../wallet/public.ts'
import { followOrders } from './jobs.ts'

/** Orders whose payment a bank takes back, through HTTP, with the sandbox behind it. */

beforeAll(() => worldWith({}))
afterAll(closeWorld)

const balance = async ({ id }: TestPerson) => {
  const { db, moneyMode: mode } = (await world()).host.services
  const { available_minor, pending_minor, escrow_minor, reserved_minor } = await balanceOf(db, id, {
    currency: 'EUR',
    mode,
  })
  return [available_minor, pending_minor, escrow_minor, reserved_minor]
}

/** What the house is owed in all; each test leaves what it found. */
async function owed(): Promise<number> {
  const { rows } = await sql<{ minor: number }>`
    select coalesce(-sum(balance_minor), 0)::bigint as minor from marketplace.ledger_account where kind = 'receivables'`.execute(
    (await world()).host.services.db,
  )
  return rows[0]?.minor ?? 0
}

interface Bought {
  buyer: TestPerson
  seller: TestPerson
  orderId: string
}

/** Has the bank of the buyer do something about the payment. */
const bank = async (order: Bought, command: 'dispute' | 'win_dispute' | 'lose_dispute') =>
  granted(simulate(order.buyer, await paymentOf(order), command))

/** Something for 20 euros that was paid with a card, and so much of it from the wallet. */
async function bought(walletMinor = 0): Promise<Bought> {
  const [buyer, seller] = [await newMember(), await newMember()]
  await saveTestCard(buyer, 'success')
  if (walletMinor > 0) await fund(buyer, walletMinor)
  const { _id } = await newPost(seller)
  const { body } = await granted(purchase(buyer, _id, { source: 'wallet_and_card' }))
  return { buyer, seller, orderId: body.data._id }
}

const act = (as: TestPerson, what: string, order_id: string, body: object = {}) =>
  pay(as, `order-mgt/${what}`, { order_id, ...body })
const ship = ({ seller, orderId }: Bought) =>
  call('POST', '/api/v1/order-mgt/ship', { as: seller, body: { order_id: orderId } })
const damaged = { reason: 'damaged', text: 'The frame is bent, see the picture.' }

async function shipped(walletMinor = 0): Promise<Bought> {
  const order = await bought(walletMinor)
  await granted(ship(order))
  return order
}
async function received(walletMinor = 0): Promise<Bought> {
  const order = await shipped(walletMinor)
  await granted(act(order.buyer, 'confirm-received', order.orderId))
  return order
}

/** Lets some days pass, with what they bring. */
async function pass(ms: number, order: Bought): Promise<Bought> {
  const { clock } = await world()
  await jobsDone()
  clock.advance(ms)
  await runNow(followOrders, {})
  await jobsDone()
  return { ...order, buyer: await signedIn(order.buyer), seller: await signedIn(order.seller) }
}

const completed = async (): Promise<Bought> => pass(days(3), await received())

const kindsOf = async (as: TestPerson, id: string) =>
  (await orderOf(as, id)).events.map(({ kind }: { kind: string }) => kind)
const titlesOf = async (as: TestPerson) =>
  (await noticesOf(as, 'payment')).map(({ title }: { title: string }) => title)

describe('while a bank disputes it, an order', () => {
  test('keeps in the wallet of its seller what the bank may take back of it, and nothing else', async () => {
    const order = await completed()
    const { seller } = order
    await newBankAccount(seller)
    const payOut = (amount: number) =>
      pay(seller, 'payment-mgt/transfer-to-connected-account', { amount, currency: 'EUR' })
    await bank(order, 'dispute')
    await fund(seller, 1000)
    const held = await payOut(10.01)
    expectProblem(held, 403, 'PAYOUTS_HELD')
    const details = { reason: 'bank_dispute', held: 19, available: 10, currency: 'EUR' }
    expect(held.body.error).toMatchObject({ details })
    expectProblem(await payOut(29.01), 402, 'INSUFFICIENT_FUNDS')
    await granted(payOut(10))
    expectProblem(await payOut(19), 403, 'PAYOUTS_HELD')
    await bank(order, 'win_dispute')
    await granted(payOut(19))
    expect(await balance(seller)).toEqual([0, 0, 0, 0])
  })

  test('stands still for everybody, and its clock goes on when the bank gives in', async () => {
    let order = await shipped()
    const before = await orderOf(order.buyer, order.orderId)
    const administrator = await newStaff('administrator')
    await bank(order, 'dispute')
    const frozen = await orderOf(order.buyer, order.orderId)
    expect(frozen).toMatchObject({ status: 'shipped', timer: null, actions: [] })
    expect(frozen.frozen_at).toEqual(expect.any(String))
    expect(await orderOf(order.seller, order.orderId)).toMatchObject({ actions: [] })
    expectProblem(await act(order.buyer, 'confirm-received', order.orderId), 409, 'ORDER_FROZEN')
    expectProblem(await act(order.buyer, 'dispute', order.orderId, damaged), 409, 'ORDER_FROZEN')
    expectProblem(await act(order.seller, 'refund', order.orderId), 409, 'ORDER_FROZEN')
    expectProblem(await act(administrator, 'refund', order.orderId, { amount: 5 }), 409, 'ORDER_FROZEN')
    order = await pass(days(30), order)
    expect(await orderOf(order.buyer, order.orderId)).toMatchObject({ status: 'shipped' })
    expect(await balance(order.buyer)).toEqual([0, 0, 2000, 0])
    await bank(order, 'win_dispute')
    const thawed = await orderOf(order.buyer, order.orderId)
    expect(thawed).toMatchObject({ status: 'shipped', frozen_at: null, timer: { what: 'confirm' } })
    const moved = Date.parse(thawed.timer.ends_at) - Date.parse(before.timer.ends_at)
    expect(moved).toBeGreaterThanOrEqual(days(30))
    expect(moved).toBeLessThan(days(31))
    expect(await kindsOf(order.seller, order.orderId)).toEqual([
      'pending_payment',
      'paid',
      'shipped',
      'bank_disputed',
      'bank_gave_in',
    ])
    expect(await titlesOf(order.seller)).toEqual([
      'The bank of a buyer let go of 20 EUR',
      'The bank of a buyer takes back 20 EUR',
    ])
    order = await pass(days(14), order)
    expect(await orderOf(order.seller, order.orderId)).toMatchObject({ status: 'received' })
  })

  test('is neither sent nor canceled', async () => {
    const order = await bought()
    await bank(order, 'dispute')
    expectProblem(await ship(order), 409, 'ORDER_FROZEN')
    expectProblem(await act(order.buyer, 'cancel', order.orderId), 409, 'ORDER_FROZEN')
    await bank(order, 'win_dispute')
    await granted(ship(order))
  })

  test('has no dispute decided, in which both may go on talking', async () => {
    const order = await shipped()
    await granted(act(order.buyer, 'dispute', order.orderId, damaged))
    await bank(order, 'dispute')
    const administrator = await newStaff('administrator')
    const decision = { order_id: order.orderId, refund: 5, message: 'The pictures show it.' }
    expectProblem(await pay(administrator, 'order-mgt/decide-dispute', decision), 409, 'ORDER_FROZEN')
    expect(await orderOf(order.seller, order.orderId)).toMatchObject({ actions: ['state'] })
    await granted(
      call('POST', '/api/v1/order-mgt/dispute-statement', {
        as: order.seller,
        body: { order_id: order.orderId, text: 'It was straight when I sent it.' },
      }),
    )
    await bank(order, 'win_dispute')
    await granted(pay(administrator, 'order-mgt/decide-dispute', decision))
  })
})

describe('when the bank keeps the money, an order', () => {
  test('that was not sent ends: nothing is given back besides, and the piece is on offer again', async () => {
    const before = await owed()
    const order = await bought(600)
    await bank(order, 'dispute')
    for (let time = 0; time < 2; time += 1) await bank(order, 'lose_dispute')
    await jobsDone()
    const ended = await orderOf(order.buyer, order.orderId)
    expect(ended).toMatchObject({
      status: 'charged_back',
      refunded_minor: 2000,
      actions: [],
      frozen_at: null,
    })
    expect(ended.events.at(-1)).toMatchObject({ kind: 'charged_back', amount: 14 })
    // What came from the wallet is back there; the rest has the bank given.
    expect(await balance(order.buyer)).toEqual([600, 0, 0, 0])
    expect(await balance(order.seller)).toEqual([0, 0, 0, 0])
    expect(await owed()).toBe(before)
    expect((await detail(ended.post_id, order.seller)).body.data.status).toBe('active')
    const { rows } = await sql`
      select 1 from marketplace.refund r join marketplace.orders o on o.payment_id = r.payment_id
      where o.id = ${order.orderId}`.execute((await world()).host.services.db)
    expect(rows).toEqual([])
    expect(await titlesOf(order.buyer)).toContain('Your bank gave you back 14 EUR')
  })

  test.each([
    ['sent', shipped],
    ['received', received],
  ])('that was %s leaves the seller what came from the wallet', async (_what, make) => {
    const before = await owed()
    const order = await make(600)
    await bank(order, 'lose_dispute')
    expect(await orderOf(order.seller, order.orderId)).toMatchObject({
      ...{ status: 'charged_back', refunded_minor: 1400, seller_receives_minor: 570 },
    })
    expect(await balance(order.buyer)).toEqual([0, 0, 0, 0])
    expect(await balance(order.seller)).toEqual([570, 0, 0, 0])
    expect(await owed()).toBe(before)
  })

  test('that was disputed here is decided with it', async () => {
    const order = await shipped(600)
    await granted(act(order.buyer, 'dispute', order.orderId, damaged))
    await bank(order, 'lose_dispute')
    const ended = await orderOf(order.buyer, order.orderId)
    expect(ended).toMatchObject({ status: 'charged_back', refunded_minor: 2000 })
    expect(ended.dispute.decided_at).toEqual(expect.any(String))
    expect(await balance(order.buyer)).toEqual([600, 0, 0, 0])
  })

  test('that was completed takes from the seller what they have, and never more', async () => {
    const before = await owed()
    const order = await completed()
    expect(await balance(order.seller)).toEqual([1900, 0, 0, 0])
    // They have spent the most of it.
    const other = await newMember()
    const { _id } = await newPost(other, { price: 12 })
    await granted(purchase(order.seller, _id))
    await bank(order, 'dispute')
    expectProblem(await act(order.seller, 'refund', order.orderId), 409, 'ORDER_FROZEN')
    expect(await balance(order.seller)).toEqual([700, 0, 1200, 0])
    await bank(order, 'lose_dispute')
    expect(await balance(order.seller)).toEqual([0, 0, 1200, 0])
    expect(await owed()).toBe(before + 1200)
    expect(await orderOf(order.seller, order.orderId)).toMatchObject({ status: 'charged_back' })
    expect(await titlesOf(order.seller)).toContain('The bank of a buyer has taken back 20 EUR')
    expect((await inWork((work) => proveLedger(work, 'all'))).differences).toEqual([])
  })

  test('of which a part was given back before has the bank take the rest', async () => {
    const before = await owed()
    const order = await shipped()
    await granted(act(order.seller, 'refund', order.orderId, { amount: 5 }))
    await jobsDone()
    await bank(order, 'lose_dispute')
    await jobsDone()
    const ended = await orderOf(order.buyer, order.orderId)
    expect(ended).toMatchObject({ status: 'charged_back', refunded_minor: 2000 })
    expect(await balance(order.buyer)).toEqual([0, 0, 0, 0])
    expect(await owed()).toBe(before)
  })

  test('that was canceled when the bank was asked already is paid back once', async () => {
    const before = await owed()
    const order = await bought()
    const [canceled] = await Promise.all([
      act(order.buyer, 'cancel', order.orderId),
      simulate(order.buyer, await paymentOf(order), 'dispute'),
    ])
    await jobsDone()
    const isDisputed = await hasDispute(order)
    if (isDisputed) await bank(order, 'lose_dispute')
    await jobsDone()
    expect([200, 409]).toContain(canceled.status)
    const { rows } = await sql<{ given: number }>`
      select p.refunded_minor + coalesce((select sum(d.amount_minor) from platform.sandbox_dispute d
        where d.payment_id = p.id), 0)::bigint as given
      from platform.sandbox_payment p where p.key = ${await paymentOf(order)}`.execute(
      (await world()).host.services.db,
    )
    expect(rows[0]?.given).toBe(2000)
    expect(await balance(order.buyer)).toEqual([0, 0, 0, 0])
    expect(await owed()).toBe(before)
  })
})

async function paymentOf({ orderId }: Bought): Promise<string> {
  const { rows } = await sql<{ payment_id: string }>`
    select payment_id from marketplace.orders where id = ${orderId}`.execute((await world()).host.services.db)
  return rows[0]?.payment_id ?? ''
}

async function hasDispute(order: Bought): Promise<boolean> {
  const { rows } = await sql`
    select 1 from marketplace.payment_dispute where payment_id = ${await paymentOf(order)}`.execute(
    (await world()).host.services.db,
  )
  return rows.length > 0
}

test('administrators see what banks dispute, until when it can be answered, and which order it paid', async () => {
  const order = await bought()
  await bank(order, 'dispute')
  const administrator = await newStaff('administrator')
  const list = async (status?: string) =>
    (
      await granted(
        call('GET', '/api/v1/admin/bank-disputes', { as: administrator, query: status ? { status } : {} }),
      )
    ).body.data
  const [newest] = await list()
  expect(newest).toMatchObject({
    ...{ status: 'open', is_withdrawn: true, reason: 'fraudulent', amount: 20, currency: 'EUR' },
    ...{ provider: 'sandbox', mode: 'test', purpose: 'order', purpose_id: order.orderId },
    ...{ payer: { _id: order.buyer.id }, order: { _id: order.orderId, status: 'paid' } },
    evidence_due_at: expect.any(String),
  })
  await bank(order, 'lose_dispute')
  expect((await list('open')).map(({ _id }: { _id: string }) => _id)).not.toContain(newest._id)
  expect((await list('lost'))[0]).toMatchObject({ _id: newest._id, order: { status: 'charged_back' } })
  expect((await list('won')).map(({ _id }: { _id: string }) => _id)).not.toContain(newest._id)
})

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { days } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import type { Cast } from '../../testing/cast.ts'
import { eventsOf } from '../../testing/chat.ts'
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
import { privatePictureOf } from '../../testing/marketplace-rows.ts'
import { fund, inWork, pay as payOver } from '../../testing/money.ts'
import { address, buy, dispute, orderOf, pay, purchase, receive, ship } from '../../testing/orders.ts'
import { chatAbout, detail, newPost, noticesOf, removePost, sell, softDelete } from '../../testing/posts.ts'
import { jobsDone } from '../../testing/rows.ts'
import { closeWorld, worldWith } from '../../testing/world.ts'
import { balanceOf, book } from '../wallet/public.ts'
import { followOrders } from './jobs.ts'

beforeAll(() => worldWith({}))
afterAll(closeWorld)

type Two = Pick<Cast, 'member' | 'partner'>

/** A buyer and a seller. */
const newTwo = async (): Promise<Two> => ({ member: await newMember(), partner: await newMember() })

const balance = async ({ id }: TestPerson, currency = 'EUR') => {
  const { db, moneyMode: mode } = (await world()).host.services
  const { available_minor, pending_minor, escrow_minor, reserved_minor } = await balanceOf(db, id, {
    currency,
    mode,
  })
  return [available_minor, pending_minor, escrow_minor, reserved_minor]
}

const act = (as: TestPerson, what: string, order_id: string, body: object = {}) =>
  pay(as, `order-mgt/${what}`, { order_id, ...body })
const damaged = { reason: 'damaged', text: 'The frame is bent, see the picture.' }

/** Lets some days pass, with what they bring; the clock goes on from there. */
async function pass(ms: number, two: Two): Promise<Two> {
  const { clock } = await world()
  await jobsDone()
  clock.advance(ms)
  await runNow(followOrders, {})
  await jobsDone()
  return { member: await signedIn(two.member), partner: await signedIn(two.partner) }
}

describe('a purchase from the wallet', () => {
  test('takes the money from the buyer, holds it for both, and sells the listing', async () => {
    const { member, partner } = await newTwo()
    const { _id } = await newPost(partner, { title: 'Brass lamp' })
    await fund(member, 2500)
    const { body } = await granted(
      purchase(member, _id, { expected_price: 20, address: { ...address, country: 'de' } }),
    )
    expect(body.data).toMatchObject({
      role: 'buyer',
      status: 'paid',
      post_id: _id,
      title: 'Brass lamp',
      total: 20,
      total_minor: 2000,
      fee_minor: 100,
      seller_receives_minor: 1900,
      currency: 'EUR',
      delivery: 'ship',
      address,
      timer: { what: 'ship' },
      actions: ['cancel'],
      events: [{ kind: 'paid', actor: 'buyer' }],
    })
    expect(await balance(member)).toEqual([500, 0, 2000, 0])
    expect((await detail(_id, partner)).body.data).toMatchObject({
      status: 'sold',
      sold_type: 'sold_here',
      buyer_id: member.id,
    })
    expect(await orderOf(partner, body.data._id)).toMatchObject({
      role: 'seller',
      actions: ['ship', 'refund'],
    })
    expect(await noticesOf(partner, 'order')).toHaveLength(1)
    expect(await noticesOf(member, 'order')).toHaveLength(0)
  })

  test('is refused of what is one’s own, gone, dearer, not offered so, or more than there is money for', async () => {
    const { member, partner } = await newTwo()
    const { _id } = await newPost(partner, { delivery: 'pickup', quantity: 2 })
    expectProblem(await purchase(partner, _id), 400, 'CANNOT_BUY_OWN')
    expectProblem(await purchase(member, newId()), 404, 'NO_SUCH_POST')
    expectProblem(await purchase(member, _id), 400, 'VALIDATION_FAILED', 'body.delivery')
    const pickup = { delivery: 'pickup' }
    expectProblem(await purchase(member, _id, { ...pickup, expected_price: 19 }), 409, 'PRICE_CHANGED')
    expectProblem(
      await purchase(member, _id, { ...pickup, expected_price: 12.999 }),
      400,
      'PRICE_PRECISION',
      'body.expected_price',
    )
    expectProblem(await purchase(member, _id, { ...pickup, quantity: 3 }), 409, 'NOT_AVAILABLE')
    expectProblem(await purchase(member, _id, pickup), 402, 'INSUFFICIENT_FUNDS')
    const { _id: sent } = await newPost(partner)
    expectProblem(
      await purchase(member, sent, { address: undefined }),
      400,
      'VALIDATION_FAILED',
      'body.address',
    )
    for (const country of ['XX', '1!', '🙂🙂'])
      expectProblem(
        await purchase(member, sent, { address: { ...address, country } }),
        400,
        'VALIDATION_FAILED',
        'body.address.country',
      )
    await granted(
      call('POST', '/api/v1/usr-mgt/block', { as: partner, body: { user_id: member.id, is_blocked: true } }),
    )
    expectProblem(await purchase(member, _id, pickup), 404, 'NO_SUCH_POST')
    expect((await detail(_id, partner)).body.data).toMatchObject({ status: 'active', quantity_sold: 0 })
  })

  test('stays with both when one blocks the other, and goes on, as their receipts stay', async () => {
    const { member, partner } = await newTwo()
    const id = await buy({ member, partner })
    const receiptsOf = async (as: TestPerson) => {
      const { body } = await granted(call('GET', '/api/v1/payment-mgt/receipts', { as }))
      return body.data.map(({ _id, total_minor }: Record<string, unknown>) => [_id, total_minor])
    }
    const before = await receiptsOf(member)
    expect(before).toHaveLength(1)
    await granted(
      call('POST', '/api/v1/usr-mgt/block', { as: partner, body: { user_id: member.id, is_blocked: true } }),
    )
    expect(await receiptsOf(member)).toEqual(before)
    expect(await orderOf(member, id)).toMatchObject({ role: 'buyer', status: 'paid' })
    await granted(call('POST', '/api/v1/order-mgt/ship', { as: partner, body: { order_id: id } }))
    for (const as of [member, partner]) expect((await orderOf(as, id)).status).toBe('shipped')
  })

  test('is quoted before, with the fee, to the even unit', async () => {
    const { member, partner } = await newTwo()
    const { _id } = await newPost(partner, { price: 12.5, quantity: 3, delivery: 'both' })
    await fund(member, 700)
    const query = { post_id: _id, quantity: 2 }
    const { body } = await granted(call('GET', '/api/v1/order-mgt/quote', { as: member, query }))
    expect(body.data).toMatchObject({
      ...{
        quantity: 2,
        left: 3,
        price: 12.5,
        total: 25,
        total_minor: 2500,
        fee: 1.25,
        seller_receives: 23.75,
      },
      ...{ wallet_available: 7, deliveries: ['pickup', 'ship'], currency: 'EUR' },
    })
    expectProblem(await call('GET', '/api/v1/order-mgt/quote', { as: partner, query }), 400, 'CANNOT_BUY_OWN')
    const more = { ...query, quantity: 4 }
    expectProblem(
      await call('GET', '/api/v1/order-mgt/quote', { as: member, query: more }),
      409,
      'NOT_AVAILABLE',
    )
  })

  test.each([
    ['JPY', 1500, 1500, 75],
    ['EUR', 0.3, 30, 2],
    ['EUR', 0.1, 10, 0],
    ['KWD', 1.234, 1234, 62],
  ])('of %s %d is exact', async (currency, price, minor, fee) => {
    const { member, partner } = await newTwo()
    const { _id } = await newPost(partner, { currency, price })
    await fund(member, minor, currency)
    const { body } = await granted(purchase(member, _id, { expected_price: price }))
    expect(body.data).toMatchObject({ total: price, total_minor: minor, fee_minor: fee, currency })
    expect(body.data.seller_receives_minor).toBe(minor - fee)
    await granted(call('POST', '/api/v1/order-mgt/ship', { as: partner, body: { order_id: body.data._id } }))
    await granted(act(member, 'confirm-received', body.data._id))
    expect(await balance(partner, currency)).toEqual([0, minor, 0, 0])
    await pass(days(3), { member, partner })
    expect(await balance(partner, currency)).toEqual([minor - fee, 0, 0, 0])
  })

  test('of what is given away moves no money', async () => {
    const { member, partner } = await newTwo()
    const { _id } = await newPost(partner, { price: 0 })
    const { body } = await granted(purchase(member, _id))
    expect(body.data).toMatchObject({ status: 'paid', total_minor: 0 })
    await granted(act(member, 'cancel', body.data._id))
    expect((await detail(_id, member)).body.data.status).toBe('active')
  })

  test('of what is given away is disputed by nobody: there is nothing that could go back', async () => {
    const { member, partner } = await newTwo()
    const { _id } = await newPost(partner, { price: 0 })
    const order_id = (await granted(purchase(member, _id))).body.data._id
    await granted(call('POST', '/api/v1/order-mgt/ship', { as: partner, body: { order_id } }))
    for (const actions of [['confirm_received'], []]) {
      expect(await orderOf(member, order_id)).toMatchObject({ actions })
      for (const wanted of [{}, { wanted: 1 }])
        expectProblem(
          await act(member, 'dispute', order_id, { ...damaged, ...wanted }),
          409,
          'INVALID_TRANSITION',
        )
      if (actions.length > 0) await granted(act(member, 'confirm-received', order_id))
    }
  })

  test('of the last piece succeeds for one of a hundred, and the others keep their money', async () => {
    const seller = await newMember()
    const buyers = await Promise.all(Array.from({ length: 100 }, () => newMember()))
    for (const buyer of buyers) await fund(buyer, 2000)
    const { _id } = await newPost(seller)
    const answers = await Promise.all(
      buyers.map(async (buyer, index) => {
        const key = newId()
        const first = purchase(buyer, _id, {}, key)
        // Half of them lose patience and press again.
        if (index % 2) await purchase(buyer, _id, {}, key)
        return first
      }),
    )
    const statuses = answers.map(({ status }) => status)
    // Of one that was asked twice at once, the repeat may be the one that is answered.
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(1)
    const bought = await Promise.all(buyers.map(async (buyer) => (await balance(buyer))[2]))
    expect(bought.filter((escrow) => escrow === 2000)).toHaveLength(1)
    const { db } = (await world()).host.services
    const { rows } = await sql`select 1 from marketplace.orders where post_id = ${_id}`.execute(db)
    expect(rows).toHaveLength(1)
    for (const buyer of buyers) {
      const [available = 0, , escrow = 0] = await balance(buyer)
      expect(available + escrow).toBe(2000)
    }
  })

  test('by thirty calls with one key is one', async () => {
    const { member, partner } = await newTwo()
    const { _id } = await newPost(partner, { quantity: 40 })
    await fund(member, 80_000)
    const key = newId()
    const answers = await Promise.all(Array.from({ length: 30 }, () => purchase(member, _id, {}, key)))
    expect(new Set(answers.filter(({ status }) => status === 200).map(({ text }) => text)).size).toBe(1)
    expect((await detail(_id, partner)).body.data.quantity_sold).toBe(1)
    expect(await balance(member)).toEqual([78_000, 0, 2000, 0])
  })

  test('of several pieces leaves the rest on offer', async () => {
    const { member, partner } = await newTwo()
    const { _id } = await newPost(partner, { quantity: 3 })
    await fund(member, 6000)
    await granted(purchase(member, _id, { quantity: 2 }))
    expect((await detail(_id, member)).body.data).toMatchObject({ status: 'active', quantity_sold: 2 })
    await granted(purchase(member, _id))
    expect((await detail(_id, member)).body.data).toMatchObject({ status: 'sold', quantity_sold: 3 })
  })
})

describe('an order', () => {
  test('that is sent and received is the seller’s after three days, less the fee', async () => {
    const two = await newTwo()
    const id = await ship(two)
    expect(await orderOf(two.partner, id)).toMatchObject({ status: 'shipped', address, actions: ['refund'] })
    await granted(act(two.member, 'confirm-received', id))
    expect(await balance(two.member)).toEqual([0, 0, 0, 0])
    expect(await balance(two.partner)).toEqual([0, 2000, 0, 0])
    const { member, partner } = await pass(days(3), two)
    expect(await orderOf(member, id)).toMatchObject({ status: 'completed', timer: null, actions: [] })
    expect(await orderOf(partner, id)).toMatchObject({ address: null })
    expect(await balance(partner)).toEqual([1900, 0, 0, 0])
    const history = await granted(call('GET', '/api/v1/payment-mgt/user-transactions', { as: partner }))
    expect(history.body.data).toEqual([
      expect.objectContaining({ type: 'sale', amount_minor: 1900, fee_minor: 100 }),
    ])
  })

  test('that is picked up ends with the code that the buyer shows', async () => {
    const two = await newTwo()
    const id = await buy(two, { delivery: 'pickup' })
    const { pickup_code: code } = await orderOf(two.member, id)
    expect(code).toMatch(/^\d{6}$/)
    expect((await orderOf(two.partner, id)).pickup_code).toBeNull()
    expectProblem(
      await call('POST', '/api/v1/order-mgt/ship', { as: two.partner, body: { order_id: id } }),
      409,
      'INVALID_TRANSITION',
    )
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
    expectProblem(await act(two.partner, 'confirm-received', id, { code: wrong }), 400, 'WRONG_PICKUP_CODE')
    await granted(act(two.partner, 'confirm-received', id, { code }))
    expect(await orderOf(two.member, id)).toMatchObject({ status: 'received', pickup_code: null })
  })

  test('takes no more codes after ten wrong ones; the buyer confirms it then', async () => {
    const two = await newTwo()
    const id = await buy(two, { delivery: 'pickup' })
    const { pickup_code: code } = await orderOf(two.member, id)
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
    for (let tries = 0; tries < 10; tries += 1)
      expectProblem(await act(two.partner, 'confirm-received', id, { code: wrong }), 400, 'WRONG_PICKUP_CODE')
    expectProblem(await act(two.partner, 'confirm-received', id, { code }), 409, 'PICKUP_CODE_LOCKED')
    await granted(act(two.member, 'confirm-received', id))
  })

  test('that the buyer takes back before it is sent is on offer again, and paid back', async () => {
    const two = await newTwo()
    const id = await buy(two)
    const { body } = await granted(act(two.member, 'cancel', id))
    expect(body.data).toMatchObject({ status: 'canceled', refunded_minor: 2000, actions: [] })
    expect(await balance(two.member)).toEqual([2000, 0, 0, 0])
    expect((await detail(body.data.post_id, two.member)).body.data).toMatchObject({
      status: 'active',
      sold_type: 'available',
      quantity_sold: 0,
      buyer_id: null,
    })
    expect(await noticesOf(two.partner, 'order')).toHaveLength(2)
  })

  test('that nobody sends is called to mind on the third day, and paid back on the seventh', async () => {
    let two = await newTwo()
    const id = await buy(two)
    two = await pass(days(3), two)
    expect((await noticesOf(two.partner, 'order'))[0].title).toMatch(/Send what you sold/)
    expect(await orderOf(two.member, id)).toMatchObject({ status: 'paid' })
    two = await pass(days(4), two)
    expect(await orderOf(two.member, id)).toMatchObject({ status: 'canceled', refunded_minor: 2000 })
    expect(await balance(two.member)).toEqual([2000, 0, 0, 0])
  })

  test('that was sent counts as received after fourteen days, of which the buyer hears two days before', async () => {
    let two = await newTwo()
    const id = await ship(two)
    two = await pass(days(12), two)
    expect((await noticesOf(two.member, 'order'))[0].title).toMatch(/Has it arrived/)
    two = await pass(days(2), two)
    expect(await orderOf(two.member, id)).toMatchObject({ status: 'received', events: expect.any(Array) })
    expect(await balance(two.partner)).toEqual([0, 2000, 0, 0])
  })

  test('is refunded in parts by its seller, and never above what was paid', async () => {
    const two = await newTwo()
    const id = await buy(two)
    await granted(act(two.partner, 'refund', id, { amount: 7.5 }))
    expect(await balance(two.member)).toEqual([750, 0, 1250, 0])
    expectProblem(await act(two.partner, 'refund', id, { amount: 12.51 }), 409, 'REFUND_TOO_LARGE')
    expectProblem(await act(two.member, 'refund', id), 404, 'NO_SUCH_ORDER')
    const { body } = await granted(act(two.partner, 'refund', id))
    expect(body.data).toMatchObject({ status: 'refunded', refunded_minor: 2000, fee_minor: 0 })
    expect(await balance(two.member)).toEqual([2000, 0, 0, 0])
    expectProblem(await act(two.partner, 'refund', id), 409, 'INVALID_TRANSITION')
  })

  test('is refunded after its end from what the seller has, with the fee in proportion', async () => {
    let two = await newTwo()
    const id = await receive(two)
    two = await pass(days(3), two)
    await granted(act(two.partner, 'refund', id, { amount: 10 }))
    expect(await balance(two.partner)).toEqual([950, 0, 0, 0])
    expect(await balance(two.member)).toEqual([1000, 0, 0, 0])
    await inWork((work) => book(work, payOver(two.partner.id, two.member.id, 900)))
    expectProblem(await act(two.partner, 'refund', id), 402, 'INSUFFICIENT_FUNDS')
    expect(await balance(two.partner)).toEqual([50, 0, 0, 0])
  })

  test('that thirty refunds and a dispute are after gives back what was paid, once', async () => {
    const two = await newTwo()
    const id = await receive(two)
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, racer) =>
        racer === 15
          ? act(two.member, 'dispute', id, damaged)
          : act(two.partner, 'refund', id, { amount: 1 }),
      ),
    )
    const refunds = answers.filter(({ status }, racer) => racer !== 15 && status === 200).length
    const order = await orderOf(two.member, id)
    expect(order.refunded_minor).toBe(Math.min(refunds, 20) * 100)
    const [available = 0, , escrow = 0] = await balance(two.member)
    const [, pending = 0] = await balance(two.partner)
    expect(available).toBe(order.refunded_minor)
    expect(available + escrow + pending).toBe(2000)
  })

  test('refuses everything that is no arrow of its state', async () => {
    const administrator = await newStaff('administrator')
    const ways: Record<string, { reach(two: Two): Promise<string>; may: string[] }> = {
      paid: { reach: (two) => buy(two), may: ['ship', 'cancel', 'refund'] },
      shipped: { reach: ship, may: ['confirm-received', 'dispute', 'refund'] },
      received: { reach: receive, may: ['dispute', 'refund'] },
      disputed: { reach: dispute, may: ['dispute-statement', 'decide-dispute', 'refund'] },
      canceled: {
        async reach(two) {
          const id = await buy(two)
          await granted(act(two.member, 'cancel', id))
          return id
        },
        may: [],
      },
    }
    for (const [status, { reach, may }] of Object.entries(ways)) {
      const two = await newTwo()
      const id = await reach(two)
      expect((await orderOf(two.member, id)).status).toBe(status)
      const tried = {
        ship: () => act(two.partner, 'ship', id),
        'confirm-received': () => act(two.member, 'confirm-received', id),
        dispute: () => act(two.member, 'dispute', id, damaged),
        'dispute-statement': () => act(two.partner, 'dispute-statement', id, { text: 'It was whole.' }),
        cancel: () => act(two.member, 'cancel', id),
        refund: () => act(two.partner, 'refund', id),
        'decide-dispute': () =>
          act(administrator, 'decide-dispute', id, { refund: 0, message: 'It was whole.' }),
      }
      for (const [what, attempt] of Object.entries(tried))
        if (!may.includes(what)) expectProblem(await attempt(), 409, 'INVALID_TRANSITION')
    }
  })

  test('keeps its listing from being deleted, sold by hand, or taken back', async () => {
    const two = await newTwo()
    const id = await buy(two)
    const { post_id } = await orderOf(two.member, id)
    expectProblem(await removePost(two.partner, post_id), 409, 'OPEN_ORDER')
    expectProblem(await softDelete(two.partner, post_id), 409, 'OPEN_ORDER')
    expectProblem(await sell(two.partner, post_id, 'available'), 409, 'PAYMENT_LOCKED')
    await granted(act(two.partner, 'refund', id))
    await granted(sell(two.partner, post_id, 'available'))
    await granted(removePost(two.partner, post_id))
  })

  test('keeps both of its people from leaving, who are told so', async () => {
    const two = await newTwo()
    const id = await buy(two)
    for (const as of [two.member, two.partner])
      for (const path of ['usr-mgt/delete-account', 'user-tools/account-removal']) {
        const answer = await call('DELETE', `/api/v1/${path}`, { as, body: { password: as.password } })
        expectProblem(answer, 409, 'OPEN_ORDERS')
      }
    await granted(act(two.member, 'cancel', id))
    const body = { password: two.partner.password }
    await granted(call('DELETE', '/api/v1/usr-mgt/delete-account', { as: two.partner, body }))
  })

  test('is nobody else’s, and in the lists of its two people and of administrators', async () => {
    const two = await newTwo()
    const [stranger, administrator] = [await newMember(), await newStaff('administrator')]
    const id = await buy(two)
    expectProblem(await call('GET', `/api/v1/order-mgt/detail/${id}`, { as: stranger }), 404, 'NO_SUCH_ORDER')
    expect(await orderOf(administrator, id)).toMatchObject({ role: 'staff', actions: ['refund'] })
    const listed = async (as: TestPerson, path: string, query = {}) =>
      (await granted(call('GET', `/api/v1/order-mgt/${path}`, { as, query }))).body.data.map(
        (order: { _id: string }) => order._id,
      )
    expect(await listed(two.member, 'list')).toEqual([id])
    expect(await listed(two.member, 'list', { role: 'seller' })).toEqual([])
    expect(await listed(two.partner, 'list', { role: 'seller', status: 'paid' })).toEqual([id])
    expect(await listed(stranger, 'list')).toEqual([])
    expect(await listed(administrator, 'all', { status: 'paid' })).toContain(id)
  })

  test('has the chats about its listing loaded anew', async () => {
    const two = await newTwo()
    const other = await newMember()
    const { _id } = await newPost(two.partner)
    await granted(chatAbout(_id, two.partner, other))
    await fund(two.member, 2000)
    const before = (await eventsOf(other.id)).length
    await granted(purchase(two.member, _id))
    await jobsDone()
    expect((await eventsOf(other.id)).slice(before)).toContain('room.updated')
  })
})

describe('a dispute', () => {
  test('hears both sides, with pictures at signed addresses only, and is decided once', async () => {
    const two = await newTwo()
    const administrator = await newStaff('administrator')
    const id = await receive(two)
    const evidence = [await privatePictureOf(two.member, 'evidence')]
    const opened = await granted(act(two.member, 'dispute', id, { ...damaged, wanted: 8, evidence }))
    expect(opened.body.data).toMatchObject({ status: 'disputed', dispute: { wanted: 8, reason: 'damaged' } })
    expect(await balance(two.member)).toEqual([0, 0, 2000, 0])
    const theirs = [await privatePictureOf(two.partner, 'evidence')]
    const said = { text: 'It was whole when it left.', evidence: theirs }
    await granted(act(two.partner, 'dispute-statement', id, said))
    expectProblem(
      await act(two.partner, 'dispute-statement', id, { ...said, evidence }),
      400,
      'UPLOAD_NOT_USABLE',
    )
    for (const as of [two.member, two.partner, administrator]) {
      const { dispute: shown } = await orderOf(as, id)
      expect(shown.statements.map(({ by }: { by: string }) => by)).toEqual(['buyer', 'seller'])
      for (const { pictures } of shown.statements) {
        expect(pictures).toHaveLength(1)
        expect(pictures[0].url).toMatch(/signature|sig|X-Amz/i)
      }
    }
    const query = { limit: 100 }
    const waiting = await granted(call('GET', '/api/v1/order-mgt/disputes', { as: administrator, query }))
    expect(waiting.body.data).toContainEqual(expect.objectContaining({ _id: id, wanted_minor: 800 }))
    const message = 'A dent is worth so much.'
    expectProblem(
      await act(administrator, 'decide-dispute', id, { refund: 20.01, message }),
      409,
      'REFUND_TOO_LARGE',
    )
    const { db } = (await world()).host.services
    for (const party of [two.member, two.partner]) {
      const setRole = (role: string) =>
        sql`update marketplace.users set role = ${role} where id = ${party.id}`.execute(db)
      await setRole('administrator')
      expectProblem(await act(party, 'decide-dispute', id, { refund: 8, message }), 403, 'OWN_MATTER')
      await setRole('user')
    }
    await granted(act(administrator, 'decide-dispute', id, { refund: 8, message }))
    expect(await balance(two.member)).toEqual([800, 0, 0, 0])
    expect(await balance(two.partner)).toEqual([1140, 0, 0, 0])
    expect(await orderOf(two.partner, id)).toMatchObject({
      status: 'released',
      refunded_minor: 800,
      dispute: { decided_refund: 8, message },
    })
    expectProblem(
      await act(administrator, 'decide-dispute', id, { refund: 0, message }),
      409,
      'INVALID_TRANSITION',
    )
  })

  test('is about no more than was paid, and either says no more than twenty things', async () => {
    const two = await newTwo()
    const id = await receive(two)
    expectProblem(
      await act(two.member, 'dispute', id, { ...damaged, wanted: 20.01 }),
      409,
      'REFUND_TOO_LARGE',
    )
    await granted(act(two.member, 'dispute', id, damaged))
    const say = (as: TestPerson, text: string) => act(as, 'dispute-statement', id, { text })
    for (let count = 0; count < 20; count += 1) await granted(say(two.partner, `It was whole: ${count}`))
    expectProblem(await say(two.partner, 'It was whole.'), 409, 'TOO_MANY_STATEMENTS')
    await granted(say(two.member, 'It was not.'))
  })

  test('is over once the seller gives everything back', async () => {
    const two = await newTwo()
    const id = await dispute(two)
    await granted(act(two.partner, 'refund', id))
    expect(await orderOf(two.member, id)).toMatchObject({
      ...{ status: 'refunded', refunded_minor: 2000 },
      dispute: { decided_at: expect.any(String), decided_refund_minor: 2000 },
    })
    expect(await balance(two.member)).toEqual([2000, 0, 0, 0])
  })

  test('that nobody decides in sixty days is decided for the buyer', async () => {
    let two = await newTwo()
    const id = await dispute(two)
    two = await pass(days(60), two)
    expect(await orderOf(two.member, id)).toMatchObject({ status: 'refunded', refunded_minor: 2000 })
    expect(await balance(two.member)).toEqual([2000, 0, 0, 0])
  })

  test('can be opened no more once the money is the seller’s', async () => {
    let two = await newTwo()
    const id = await receive(two)
    two = await pass(days(3), two)
    expectProblem(await act(two.member, 'dispute', id, damaged), 409, 'INVALID_TRANSITION')
  })
})

import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { hours, minutes } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import type { Scenario } from '../../platform/payments/pretending.ts'
import { inProduct, runNow } from '../../testing/jobs.ts'
import {
  call,
  eventually,
  expectProblem,
  granted,
  later,
  newEmail,
  newMember,
  type TestPerson,
  world,
} from '../../testing/kit.ts'
import { fillWallet, inWork, pay } from '../../testing/money.ts'
import {
  addFunds,
  addTestFunds,
  deliverNotice,
  newRefund,
  newSetupIntent,
  noticeOf,
  providerIdOf,
  saveCard,
  saveTestCard,
  succeedAtSandbox,
} from '../../testing/payments.ts'
import { jobsDone } from '../../testing/rows.ts'
import { balanceOf, book, openTransaction } from '../wallet/public.ts'
import { lookAfterPayment, reconcile, refund } from './jobs.ts'
import { insertPayment, selectPayment } from './payment-queries.ts'
import { openRefund } from './public.ts'
import { settlePayment } from './settlement.ts'

/** Cards and money through HTTP, with the sandbox behind it. */

const base = '/api/v1/payment-mgt'
const cardsOf = async (as: TestPerson) =>
  (await granted(call('GET', `${base}/get-payment-methods`, { as }))).body.data
const remove = (as: TestPerson, id: string) => call('DELETE', `${base}/delete-payment-method/${id}`, { as })
const simulate = (as: TestPerson, payment_id: string, command: string) =>
  call('POST', `${base}/simulate-payment`, { as, body: { payment_id, command } })

const has = async ({ id }: TestPerson, currency = 'EUR') => {
  const { available_minor, reserved_minor } = await balanceOf((await world()).host.services.db, id, {
    currency,
    mode: 'test',
  })
  return { available: available_minor, reserved: reserved_minor }
}

async function statusOf(id: string): Promise<{ status: string; decline_code: string | null } | undefined> {
  const { rows } = await sql<{ status: string; decline_code: string | null }>`
    select status, decline_code from marketplace.payment where id = ${id}`.execute(
    (await world()).host.services.db,
  )
  return rows[0]
}

describe('a card', () => {
  test('is listed as it may be shown, the first as the default, and the same number once', async () => {
    const member = await newMember()
    expect(await cardsOf(member)).toEqual([])
    const first = await saveTestCard(member, 'success')
    const again = await saveTestCard(member, 'success')
    const other = await saveTestCard(member, 'decline')
    expect(again._id).toBe(first._id)
    expect(await cardsOf(member)).toMatchObject([
      { _id: first._id, brand: 'visa', last4: '4242', exp: '2040-12', is_default: true, expires_soon: false },
      { _id: other._id, is_default: false },
    ])
    await granted(saveCard(member, { payment_method_id: 'pm_sandbox_decline', make_default: true }))
    expect((await cardsOf(member)).map((card: { _id: string }) => card._id)).toEqual([other._id, first._id])
  })

  test('that a phone saved by a setup intent is kept by it, and by its owner alone', async () => {
    const [member, other] = [await newMember(), await newMember()]
    const { setup_intent_id, client_secret } = await newSetupIntent(member)
    expectProblem(await saveCard(member, { setup_intent_id }), 404, 'NO_SUCH_PAYMENT_METHOD')
    await granted(call('POST', `${base}/simulate-setup`, { as: member, body: { client_secret } }))
    expectProblem(await saveCard(other, { setup_intent_id }), 404, 'NO_SUCH_PAYMENT_METHOD')
    expect((await saveCard(member, { setup_intent_id })).status).toBe(200)
    expectProblem(
      await call('POST', `${base}/simulate-setup`, { as: member, body: { client_secret } }),
      404,
      'NO_SUCH_SETUP_INTENT',
    )
  })

  test.each(['4242424242424242', '4242 4242 4242 4242', 'pm_4000-0566-5566-5556'])(
    'is refused by its number: %s',
    async (payment_method_id) => {
      expectProblem(await saveCard(await newMember(), { payment_method_id }), 400, 'RAW_CARD_REFUSED')
    },
  )

  test('that nobody knows, or whose bank says no, is not saved', async () => {
    const member = await newMember()
    expectProblem(await saveCard(member, { payment_method_id: 'pm_none' }), 404, 'NO_SUCH_PAYMENT_METHOD')
    expectProblem(await saveCard(member, {}), 400, 'VALIDATION_FAILED')
    await granted(Promise.resolve(await saveCard(member, { payment_method_id: 'pm_sandbox_success' })))
    const declined = await newMember()
    await newSetupIntent(declined)
    await sql`
      update platform.sandbox_customer set email = 'a+sandbox-declined@example.org' where person_id = ${declined.id}`.execute(
      (await world()).host.services.db,
    )
    expectProblem(await saveCard(declined, { payment_method_id: 'pm_sandbox_success' }), 402, 'CARD_DECLINED')
    const unwanted = await newMember()
    await sql`update marketplace.users set email = ${newEmail().replace('@', '+sandbox-declined@')} where id = ${unwanted.id}`.execute(
      (await world()).host.services.db,
    )
    const refused = await saveCard(unwanted, { payment_method_id: 'pm_sandbox_success' })
    expectProblem(refused, 402, 'PAYMENT_DECLINED')
  })

  test('is removed once and for all, and the next newest is the default', async () => {
    const [member, other] = [await newMember(), await newMember()]
    const [first, second, third] = [
      await saveTestCard(member, 'success'),
      await saveTestCard(member, 'decline'),
      await saveTestCard(member, 'insufficient'),
    ]
    expectProblem(await remove(other, first._id), 404, 'NO_SUCH_PAYMENT_METHOD')
    for (let time = 0; time < 2; time += 1) expect((await remove(member, first._id)).status).toBe(200)
    expect(await cardsOf(member)).toMatchObject([{ _id: third._id, is_default: true }, { _id: second._id }])
  })

  test('that is being charged and has no other beside it stays', async () => {
    const member = await newMember()
    const { body } = await addTestFunds(member, 'late_success')
    const [card] = await cardsOf(member)
    expectProblem(await remove(member, card._id), 409, 'IN_USE')
    await granted(simulate(member, body.data._id, 'succeed'))
    expect((await remove(member, card._id)).status).toBe(200)
  })

  test('is the default by its owner’s choice, one at a time, and pays where none is named', async () => {
    const [member, other] = [await newMember(), await newMember()]
    const [first, second] = [await saveTestCard(member, 'decline'), await saveTestCard(member, 'success')]
    const choose = (as: TestPerson, payment_method_id: string) =>
      call('PUT', `${base}/select-default-payment-method`, { as, body: { payment_method_id } })
    expectProblem(await addFunds(member, { amount: 5 }), 402, 'PAYMENT_DECLINED')
    expectProblem(await choose(other, second._id), 404, 'NO_SUCH_PAYMENT_METHOD')
    for (let time = 0; time < 2; time += 1)
      expect((await granted(choose(member, second._id))).body.data).toMatchObject({
        _id: second._id,
        is_default: true,
      })
    expect(await cardsOf(member)).toMatchObject([
      { _id: second._id, is_default: true },
      { _id: first._id, is_default: false },
    ])
    await granted(addFunds(member, { amount: 5 }))
    await granted(remove(member, first._id))
    expectProblem(await choose(member, first._id), 404, 'NO_SUCH_PAYMENT_METHOD')
    await Promise.all([second, await saveTestCard(member, 'dispute')].map(({ _id }) => choose(member, _id)))
    expect((await cardsOf(member)).filter((card: { is_default: boolean }) => card.is_default)).toHaveLength(1)
  })

  test('of more than ten numbers is one too many', async () => {
    const member = await newMember()
    await saveTestCard(member, 'success')
    await sql`
      insert into marketplace.payment_method (id, customer_id, provider_card_id, fingerprint, brand, last4, expiry_month,
        expiry_year, is_default, created_at)
      select gen_random_uuid(), m.customer_id, 'card' || n, 'number ' || n, 'visa', '0000', 1, 2030, false, m.created_at
      from marketplace.payment_method m join marketplace.payment_customer c on c.id = m.customer_id,
        generate_series(1, 9) n where c.user_id = ${member.id}`.execute((await world()).host.services.db)
    expectProblem(await saveCard(member, { payment_method_id: 'pm_sandbox_decline' }), 409, 'LIMIT_REACHED')
    expect(await cardsOf(member)).toHaveLength(10)
  })

  test('to test with has a name for each scenario', async () => {
    const ask = (scenario?: string) =>
      call('GET', `${base}/test-payment-id`, { as: member, query: scenario ? { scenario } : {} })
    const member = await newMember()
    expect((await ask()).body.data).toEqual({
      payment_method_id: 'pm_sandbox_success',
      scenario: 'success',
      provider: 'sandbox',
    })
    expect((await ask('dispute')).body.data.payment_method_id).toBe('pm_sandbox_dispute')
  })
})

describe('funds', () => {
  test('are in the wallet once the card is charged', async () => {
    const member = await newMember()
    await saveTestCard(member, 'success')
    const { status, body } = await addFunds(member, { amount: 12.5, currency: 'EUR' })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      status: 'succeeded',
      amount: 12.5,
      amount_minor: 1250,
      currency: 'EUR',
      provider: 'sandbox',
      mode: 'test',
      client_secret: null,
    })
    expect(await has(member)).toEqual({ available: 1250, reserved: 0 })
    const receipts = (await granted(call('GET', '/api/v1/payment-mgt/receipts', { as: member }))).body.data
    expect(receipts).toMatchObject([{ subject: expect.stringMatching(/^Visa ·· \d{4}$/), total: 12.5 }])
  })

  test.each([
    ['JPY', 500, 500],
    ['KWD', 1.234, 1234],
    ['EUR', 1e3, 100_000],
  ])('of %s are counted exactly', async (currency, amount, minor) => {
    const member = await newMember()
    await saveTestCard(member, 'success')
    await granted(addFunds(member, { amount, currency }))
    expect(await has(member, currency)).toEqual({ available: minor, reserved: 0 })
  })

  test.each([
    [{ amount: 12.999, currency: 'USD' }, 'PRICE_PRECISION'],
    [{ amount: 1.5, currency: 'JPY' }, 'PRICE_PRECISION'],
    [{ amount: 1.2345, currency: 'KWD' }, 'PRICE_PRECISION'],
    [{ amount: '12', currency: 'EUR' }, 'VALIDATION_FAILED'],
    [{ amount: -1, currency: 'EUR' }, 'VALIDATION_FAILED'],
    [{ amount: 1e21, currency: 'EUR' }, 'VALIDATION_FAILED'],
    [{ amount: 10, currency: 'XYZ' }, 'VALIDATION_FAILED'],
    [{ amount: 0.5, currency: 'EUR' }, 'AMOUNT_OUT_OF_RANGE'],
    [{ amount: 10_001, currency: 'EUR' }, 'AMOUNT_OUT_OF_RANGE'],
  ])('as %j are refused', async (funds, code) => {
    expectProblem(await addFunds(await newMember(), funds), 400, code)
  })

  test('come in as long as the wallet has room for them', async () => {
    const member = await newMember()
    await fillWallet(member, 9_999_500)
    await saveTestCard(member, 'success')
    expectProblem(await addFunds(member, { amount: 6, currency: 'EUR' }), 409, 'WALLET_FULL')
    const { _id: slow } = await saveTestCard(member, 'late_success')
    const some = { amount: 1, currency: 'EUR', payment_method_id: slow }
    const answers = await Promise.all(Array.from({ length: 8 }, () => addFunds(member, some)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 409, 409, 409])
    for (const { status, body } of answers)
      if (status === 200) await granted(simulate(member, body.data._id, 'fail'))
    await granted(addFunds(member, { amount: 5, currency: 'EUR' }))
  })

  test('need a card of one’s own', async () => {
    const [member, other] = [await newMember(), await newMember()]
    expectProblem(await addFunds(member, { amount: 5 }), 409, 'NO_PAYMENT_METHOD')
    const { _id } = await saveTestCard(other, 'success')
    expectProblem(
      await addFunds(member, { amount: 5, payment_method_id: _id }),
      404,
      'NO_SUCH_PAYMENT_METHOD',
    )
  })

  test.each([
    ['decline', 'card_declined'],
    ['insufficient', 'insufficient_funds'],
  ] as const)('that the bank refuses are not there: %s', async (scenario, reason) => {
    const member = await newMember()
    const answer = await addTestFunds(member, scenario)
    expectProblem(answer, 402, 'PAYMENT_DECLINED')
    expect(answer.body.error).toMatchObject({ details: { reason } })
    expect(await has(member)).toEqual({ available: 0, reserved: 0 })
  })

  test.each<[Scenario, string]>([
    ['requires_action', 'requires_action'],
    ['late_success', 'processing'],
  ])('by a card of %s come when the bank says so, or never', async (scenario, status) => {
    for (const [command, minor] of [
      ['succeed', 2500],
      ['fail', 0],
    ] as const) {
      const member = await newMember()
      const { body } = await granted(addTestFunds(member, scenario))
      expect(body.data.status).toBe(status)
      expect(typeof body.data.client_secret).toBe(scenario === 'requires_action' ? 'string' : 'object')
      expect(await has(member)).toEqual({ available: 0, reserved: 0 })
      await granted(simulate(member, body.data._id, command))
      expect(await has(member)).toEqual({ available: minor, reserved: 0 })
      expect(await statusOf(body.data._id)).toMatchObject({ status: minor > 0 ? 'succeeded' : 'failed' })
    }
  })

  test('are charged once for a key, however often and at once it is pressed', async () => {
    const member = await newMember()
    await saveTestCard(member, 'success')
    const key = newId()
    const press = () => addFunds(member, { amount: 7, currency: 'EUR' }, key)
    await Promise.all(Array.from({ length: 10 }, press))
    expect(
      (
        await eventually(async () => {
          const a = await press()
          return a.status === 200 && a
        })
      ).body.data.status,
    ).toBe('succeeded')
    expect(await has(member)).toEqual({ available: 700, reserved: 0 })
  })

  test.each(['lost', 'late'])('whose answer is %s are found by the key', async (word) => {
    const member = await newMember()
    const { _id } = await saveTestCard(member, 'success')
    await sql`
      update platform.sandbox_customer set email = ${`a+sandbox-${word}@example.org`} where person_id = ${member.id}`.execute(
      (await world()).host.services.db,
    )
    const { body } = await granted(addFunds(member, { amount: 5, currency: 'EUR', payment_method_id: _id }))
    await eventually(async () => (await statusOf(body.data._id))?.status === 'succeeded')
    expect(await has(member)).toEqual({ available: 500, reserved: 0 })
  })

  test('fail when the provider cannot be reached, and nothing is charged', async () => {
    const member = await newMember()
    await saveTestCard(member, 'success')
    await sql`
      update platform.sandbox_customer set email = 'a+sandbox-down@example.org' where person_id = ${member.id}`.execute(
      (await world()).host.services.db,
    )
    const answer = await addFunds(member, { amount: 5, currency: 'EUR' })
    expectProblem(answer, 402, 'PAYMENT_DECLINED')
    expect(answer.body.error).toMatchObject({ details: { reason: 'provider_unavailable' } })
  })

  test('stay on their way while the sandbox cannot be reached', async () => {
    const member = await newMember()
    const { body } = await granted(addTestFunds(member, 'late_success'))
    await sql`
      update platform.sandbox_customer set email = 'b+sandbox-down@example.org' where person_id = ${member.id}`.execute(
      (await world()).host.services.db,
    )
    expectProblem(await simulate(member, body.data._id, 'succeed'), 503, 'PROVIDER_UNAVAILABLE')
    expect(await statusOf(body.data._id)).toMatchObject({ status: 'processing' })
  })

  test('on their way keep their owner from leaving, and so does what has come', async () => {
    const member = await newMember()
    const leave = (path: string) =>
      call('DELETE', `/api/v1/${path}`, { as: member, body: { password: member.password } })
    const { body } = await granted(addTestFunds(member, 'late_success', 10))
    const both = ['usr-mgt/delete-account', 'user-tools/account-removal']
    for (const path of both) {
      const answer = await leave(path)
      expectProblem(answer, 409, 'ACCOUNT_HAS_BALANCE')
      expect(answer.body.error).toMatchObject({ details: { payments: 1 } })
    }
    await granted(simulate(member, body.data._id, 'succeed'))
    for (const path of both) {
      const answer = await leave(path)
      expectProblem(answer, 409, 'ACCOUNT_HAS_BALANCE')
      expect(answer.body.error).toMatchObject({
        details: { balances: [{ currency: 'EUR', available_minor: 1000 }] },
      })
    }
    // What is less than the least payout holds nobody.
    const { id: other } = await newMember()
    await inWork((work) => book(work, pay(member.id, other, 950)))
    await granted(leave('usr-mgt/delete-account'))
  })

  test('can be gone on with by a phone that has forgotten them, while the bank waits, and by nobody else', async () => {
    const [member, other] = [await newMember(), await newMember()]
    const asked = (await granted(addTestFunds(member, 'requires_action'))).body.data
    const read = (as: TestPerson) => call('GET', `${base}/payment/${asked._id}`, { as })
    const { client_secret, purpose } = (await granted(read(member))).body.data
    expect([client_secret, purpose]).toEqual([asked.client_secret, 'add_funds'])
    expectProblem(await read(other), 404, 'NO_SUCH_PAYMENT')
    const { rows } = await sql<{ text: string }>`
      select p::text as text from marketplace.payment p where id = ${asked._id}`.execute(
      (await world()).host.services.db,
    )
    expect(rows[0]?.text).not.toContain(asked.client_secret)
    expect(rows[0]?.text).not.toContain(Buffer.from(asked.client_secret).toString('hex'))
    await granted(simulate(member, asked._id, 'succeed'))
    expect((await granted(read(member))).body.data).toMatchObject({
      ...{ status: 'succeeded', amount: 25, client_secret: null, approval_url: null },
    })
  })

  test('that nobody answers for fail after an hour; late ones are found by the clock', async () => {
    const [member, other] = [await newMember(), await newMember()]
    const asked = (await granted(addTestFunds(member, 'requires_action'))).body.data._id
    const late = (await granted(addTestFunds(other, 'late_success'))).body.data._id
    await succeedAtSandbox(await providerIdOf(late))
    await later(minutes(6), () => runNow(reconcile, {}))
    await eventually(async () => (await statusOf(late))?.status === 'succeeded')
    expect(await statusOf(asked)).toMatchObject({ status: 'requires_action' })
    await later(hours(2), () => runNow(lookAfterPayment, { paymentId: asked }))
    expect(await statusOf(asked)).toEqual({ status: 'failed', decline_code: 'not_answered' })
    expectProblem(await simulate(member, newId(), 'succeed'), 404, 'NO_SUCH_PAYMENT')
  })
})

describe('what the provider tells', () => {
  const words = [
    'created',
    'processing',
    'requires_action',
    'amount_capturable_updated',
    'succeeded',
    'payment_failed',
  ]

  /** Every order of a few things. */
  const ordersOf = <T>(things: readonly T[]): T[][] =>
    things.length === 0
      ? [[]]
      : things.flatMap((thing, index) => ordersOf(things.toSpliced(index, 1)).map((rest) => [thing, ...rest]))

  test('comes to one state in all 720 orders of six answers, each twice', async () => {
    const member = await newMember()
    const { body } = await granted(addTestFunds(member, 'late_success', 1))
    const like = await selectPayment((await world()).host.services.db, body.data._id)
    if (!like) throw new Error('there is no payment')
    const answers = [
      'processing',
      'requires_action',
      'declined',
      'succeeded',
      'canceled',
      'succeeded',
    ] as const
    const said = { id: null, amountMinor: 100, currency: 'EUR', declineCode: null }
    const { mode } = like
    const ends = await inProduct('marketplace', async (work) => {
      const statuses = new Set<string | undefined>()
      for (const order of ordersOf(answers)) {
        const id = newId()
        await insertPayment(work.db, { ...like, id }, like.created_at)
        await openTransaction(work, {
          ...{
            id,
            personId: member.id,
            type: 'add_funds',
            status: 'processing',
            amountMinor: 100,
            currency: 'EUR',
          },
          ...{ mode, about: { model: 'payment', id } },
        })
        for (const status of [...order, ...order]) await settlePayment(work, id, { ...said, status })
        statuses.add((await selectPayment(work.db, id))?.status)
      }
      return [...statuses]
    })
    expect(ends).toEqual(['succeeded'])
    expect(await has(member)).toEqual({ available: 72_000, reserved: 0 })
  })

  test('comes to the same through the door, in whatever order', async () => {
    const member = await newMember()
    const { body } = await granted(addTestFunds(member, 'late_success', 1))
    const id = await providerIdOf(body.data._id)
    await succeedAtSandbox(id)
    for (const word of [...words, ...words.toReversed()])
      await granted(deliverNotice(noticeOf({ id, object: 'payment_intent' }, `payment_intent.${word}`)))
    await jobsDone()
    expect(await has(member)).toEqual({ available: 100, reserved: 0 })
    expect(await statusOf(body.data._id)).toMatchObject({ status: 'succeeded' })
  })

  test('of a payment that is none of ours has no effect', async () => {
    const id = `evt_${newId()}`
    await granted(deliverNotice(noticeOf({ id: 'ch_1', object: 'charge' }, 'charge.updated', 'platform', id)))
    const outcome = await eventually(async () => {
      const { rows } = await sql<{ outcome: string }>`
        select outcome from platform.inbox where event_id = ${id} and applied_at is not null`.execute(
        (await world()).host.services.db,
      )
      return rows[0]?.outcome
    })
    expect(outcome).toBe('UNHANDLED')
  })

  test('of a dispute is owed to the house, until it is won', async () => {
    const member = await newMember()
    const { body } = await granted(addTestFunds(member, 'success'))
    const { _id } = body.data
    const owed = async () => {
      const { rows } = await sql<{ minor: number | null }>`
        select sum(l.amount_minor)::bigint as minor from marketplace.ledger_line l
        join marketplace.ledger_entry e on e.id = l.entry_id join marketplace.ledger_account a on a.id = l.account_id
        where e.about_id = ${_id} and a.kind = 'receivables'`.execute((await world()).host.services.db)
      return rows[0]?.minor ?? 0
    }
    for (let time = 0; time < 2; time += 1) {
      expect((await simulate(member, _id, 'dispute')).body.data.outcome).toBe('DISPUTE_OPEN')
      expect(await owed()).toBe(-2500)
    }
    expect((await simulate(member, _id, 'win_dispute')).body.data.outcome).toBe('DISPUTE_WON')
    expect(await owed()).toBe(0)
    expect(await has(member)).toEqual({ available: 2500, reserved: 0 })
    const declined = (await addTestFunds(member, 'requires_action')).body.data._id
    expectProblem(await simulate(member, declined, 'dispute'), 409, 'NOT_SIMULABLE')
  })
})

describe('a refund', () => {
  test('goes back once for its key, and never more than was paid', async () => {
    const member = await newMember()
    const refundId = await newRefund(member, 1000)
    for (let time = 0; time < 2; time += 1) await runNow(refund, { refundId })
    await jobsDone()
    expect(await has(member)).toEqual({ available: 1500, reserved: 0 })
    const { rows } = await sql<{ payment_id: string; status: string }>`
      select payment_id, status from marketplace.refund where id = ${refundId}`.execute(
      (await world()).host.services.db,
    )
    expect(rows[0]?.status).toBe('succeeded')
    const paymentId = rows[0]?.payment_id ?? ''
    const again = await inProduct('marketplace', (work) =>
      openRefund(work, { key: `test:${paymentId}`, paymentId, amountMinor: 1000 }),
    )
    expect(again.id).toBe(refundId)
    await expect(
      inProduct('marketplace', (work) => openRefund(work, { key: newId(), paymentId, amountMinor: 1501 })),
    ).rejects.toMatchObject({ code: 'REFUND_TOO_LARGE' })
  })

  test('that the provider refuses is in the wallet of who had paid', async () => {
    const member = await newMember()
    const refundId = await newRefund(member, 1000, async (paymentId) => {
      // As if somebody had given it back on the provider's own pages.
      await sql`
        update platform.sandbox_payment set refunded_minor = amount_minor where key = ${paymentId}`.execute(
        (await world()).host.services.db,
      )
    })
    await runNow(refund, { refundId })
    await jobsDone()
    expect(await has(member)).toEqual({ available: 2500, reserved: 0 })
  })
})

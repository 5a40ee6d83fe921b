import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { days, hours } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { exponentOf } from '../../platform/money.ts'
import { eventsOf } from '../../testing/chat.ts'
import { runNow } from '../../testing/jobs.ts'
import {
  call,
  eventually,
  expectProblem,
  granted,
  later,
  newMember,
  signedIn,
  type TestPerson,
  world,
} from '../../testing/kit.ts'
import { fund } from '../../testing/money.ts'
import { newBankAccount } from '../../testing/payouts.ts'
import { noticesOf } from '../../testing/posts.ts'
import { jobsDone } from '../../testing/rows.ts'
import { closeWorld, openApp, worldWith } from '../../testing/world.ts'
import { lookAtPayouts } from './jobs.ts'

/** Being paid out, with the sandbox as the bank. */

beforeAll(() => worldWith({}))
afterAll(closeWorld)

const base = '/api/v1/payment-mgt'
const payOut = (as: TestPerson, body: object, key = newId()) =>
  call('POST', `${base}/transfer-to-connected-account`, { as, body, headers: { 'idempotency-key': key } })
const banksOf = async (as: TestPerson) =>
  (await granted(call('GET', `${base}/bank-accounts`, { as }))).body.data
const payoutsOf = async (as: TestPerson) => (await granted(call('GET', `${base}/payouts`, { as }))).body.data
const receiptsOf = async (as: TestPerson) =>
  (await granted(call('GET', `${base}/receipts`, { as }))).body.data
const balanceOf = async (as: TestPerson, currency = 'EUR') => {
  const { body } = await granted(call('GET', `${base}/view-balance`, { as, query: { currency } }))
  const { available_minor, in_payout_minor } = body.data[0]
  return { available: available_minor, inPayout: in_payout_minor }
}

async function rich(minor = 10_000, currency = 'EUR'): Promise<TestPerson> {
  const person = await newMember()
  await fund(person, minor, currency)
  return person
}

/** Lets what is on its way be looked at, some time from now. */
const after = (ms: number, person: TestPerson, look: (person: TestPerson) => Promise<void>) =>
  later(ms, async () => {
    await runNow(lookAtPayouts, {})
    await look(await signedIn(person))
  })

describe('a bank account', () => {
  test('is shown without its number, and the first one is the default', async () => {
    const person = await newMember()
    const first = await newBankAccount(person, { token: 'btok_sandbox_verified_4711' })
    expect(first).toMatchObject({
      ...{ last4: '4711', bank_name: 'Sandbox Bank', status: 'verified', is_default: true, currency: 'EUR' },
    })
    const second = await newBankAccount(person)
    expect(second.is_default).toBe(false)
    expect((await banksOf(person)).map(({ _id }: { _id: string }) => _id)).toEqual([first._id, second._id])
  })

  test('that is added again is the same one', async () => {
    const person = await newMember()
    const token = 'btok_sandbox_verified_1111'
    const [first, again] = [await newBankAccount(person, { token }), await newBankAccount(person, { token })]
    expect(again._id).toBe(first._id)
    expect(await banksOf(person)).toHaveLength(1)
  })

  test('that the provider does not know is refused, and so is a sixth', async () => {
    const person = await newMember()
    const add = (bank_token: string) =>
      call('POST', `${base}/add-bank-account`, {
        as: person,
        body: { bank_token, holder_name: 'Ada', country: 'DE', currency: 'EUR' },
        headers: { 'idempotency-key': newId() },
      })
    expectProblem(await add('btok_unknown'), 400, 'BANK_TOKEN_INVALID')
    for (let count = 0; count < 5; count += 1) await newBankAccount(person)
    expectProblem(await add('btok_sandbox_verified_9999'), 409, 'LIMIT_REACHED')
  })

  test('is told of to its owner, who may not have added it', async () => {
    const person = await newMember()
    await newBankAccount(person)
    const { body } = await granted(
      call('GET', '/api/v1/notification-mgt/get-notifications', {
        as: person,
        query: { category: 'security' },
      }),
    )
    expect(body.data.map(({ title }: { title: string }) => title)).toContain('A bank account was added')
  })

  test('is chosen, once it is verified', async () => {
    const person = await newMember()
    const [first, pending] = [
      await newBankAccount(person),
      await newBankAccount(person, { token: 'btok_sandbox_needs_microdeposit' }),
    ]
    const choose = (as: TestPerson, bank_account_id: string) =>
      call('PUT', `${base}/select-default-bank-account`, { as, body: { bank_account_id } })
    expectProblem(await choose(person, pending._id), 409, 'BANK_NOT_VERIFIED')
    await after(days(1) + hours(1), person, async (now) => {
      await eventually(async () =>
        (await banksOf(now)).every(({ status }: { status: string }) => status === 'verified'),
      )
      for (const _ of [1, 2]) await granted(choose(now, pending._id))
      const banks = await banksOf(now)
      expect(banks.map(({ is_default }: { is_default: boolean }) => is_default)).toEqual([true, false])
      expect(banks[0]._id).toBe(pending._id)
    })
    expectProblem(await choose(await newMember(), first._id), 404, 'NO_SUCH_BANK_ACCOUNT')
  })

  test('that is removed leaves the newest of the others as the default', async () => {
    const person = await newMember()
    const [first, second, third] = [
      await newBankAccount(person),
      await newBankAccount(person),
      await newBankAccount(person),
    ]
    const remove = (id: string) => call('DELETE', `${base}/delete-bank-account/${id}`, { as: person })
    for (const _ of [1, 2]) await granted(remove(first._id))
    expect((await banksOf(person)).map(({ _id }: { _id: string }) => _id)).toEqual([third._id, second._id])
  })
})

describe('a payout', () => {
  test('leaves the wallet at once, travels, and arrives', async () => {
    const person = await rich()
    await newBankAccount(person)
    const { body } = await granted(payOut(person, { amount: 25.5, currency: 'EUR' }))
    expect(body.data).toMatchObject({
      amount: 25.5,
      amount_minor: 2550,
      currency: 'EUR',
      status: 'requested',
    })
    expect(await balanceOf(person)).toEqual({ available: 7450, inPayout: 2550 })
    await eventually(async () => (await payoutsOf(person))[0].status === 'in_transit')
    await after(days(3), person, async (now) => {
      await eventually(async () => (await payoutsOf(now))[0].status === 'paid')
      expect(await balanceOf(now)).toEqual({ available: 7450, inPayout: 0 })
    })
  })

  test('that bounces is returned once, while its owner goes on spending', async () => {
    const person = await rich()
    await newBankAccount(person, { token: 'btok_sandbox_payout_fails' })
    await granted(payOut(person, { amount: 60, currency: 'EUR' }))
    await eventually(async () => (await payoutsOf(person))[0].status === 'in_transit')
    await after(days(3), person, async (now) => {
      await runNow(lookAtPayouts, {})
      await eventually(async () => (await payoutsOf(now))[0].status === 'returned')
      expect(await payoutsOf(now)).toMatchObject([{ failure_code: 'account_closed' }])
      expect(await balanceOf(now)).toEqual({ available: 10_000, inPayout: 0 })
    })
  })

  test.each([
    ['arrive', 'paid', 0],
    ['bounce', 'returned', 6000],
  ] as const)(
    'that the sandbox is told to let %s does so at once, and not otherwise afterwards',
    async (command, status, back) => {
      const person = await rich(6000)
      await newBankAccount(person)
      const { body } = await granted(payOut(person, { amount: 60, currency: 'EUR' }))
      const payout_id = body.data._id
      const simulate = (as: TestPerson, command: string) =>
        call('POST', `${base}/simulate-payout`, { as, body: { payout_id, command } })
      await eventually(async () => (await payoutsOf(person))[0].status === 'in_transit')
      expectProblem(await simulate(await newMember(), command), 404, 'NO_SUCH_PAYOUT')
      for (const _ of [1, 2]) await granted(simulate(person, command))
      await eventually(async () => (await payoutsOf(person))[0].status === status)
      const heard = (await eventsOf(person.id)).filter((type) => type === 'payout.updated')
      expect(heard).toHaveLength(command === 'arrive' ? 2 : 3)
      expect(await balanceOf(person)).toEqual({ available: back, inPayout: 0 })
      const [receipt, ...others] = await receiptsOf(person)
      expect(others).toEqual([])
      expect(receipt).toMatchObject({
        ...{ type: 'payout', subject: expect.stringMatching(/^Sandbox Bank ·· \d{4}$/) },
        ...{ transaction_id: payout_id, total_minor: 6000 - back },
        lines: [
          { label: 'payout', amount_minor: 6000 },
          ...(back > 0 ? [{ label: 'returned', amount_minor: -6000 }] : []),
        ],
      })
      const read = async (url: string) => (await granted(call('GET', url, { as: person }))).text
      expect(await read(receipt.html_url)).toContain('Sandbox Bank')
      expect(await read(receipt.pdf_url)).toMatch(/^%PDF-/)
      const other = command === 'arrive' ? 'bounce' : 'arrive'
      expectProblem(await simulate(person, other), 409, 'NOT_SIMULABLE')
    },
  )

  test('is never more than there is, however many ask at once', async () => {
    const person = await rich(10_000)
    await newBankAccount(person)
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => payOut(person, { amount: 60, currency: 'EUR' })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const answer of answers.filter(({ status }) => status !== 200))
      expectProblem(answer, 402, 'INSUFFICIENT_FUNDS')
    expect(await balanceOf(person)).toEqual({ available: 4000, inPayout: 6000 })
  })

  test('waits until the provider knows who is paid, and real money until their address is proved', async () => {
    const person = await rich()
    const { _id } = await newBankAccount(person)
    const real = await openApp({ moneyMode: 'live' })
    onTestFinished(() => real.close())
    const asked = { as: person, app: real, headers: { 'idempotency-key': newId() } }
    const money = { amount: 20, currency: 'EUR' }
    const bank = { bank_token: 'btok_1', holder_name: 'Ada', country: 'DE', currency: 'EUR' }
    for (const [name, body] of [
      ['transfer-to-connected-account', money],
      ['add-bank-account', bank],
    ] as const)
      expectProblem(await call('POST', `${base}/${name}`, { ...asked, body }), 403, 'VERIFICATION_REQUIRED')
    const link = { as: person, app: real, query: { country: 'DE' } }
    expectProblem(await call('POST', `${base}/identity-link`, link), 403, 'VERIFICATION_REQUIRED')
    await sql`update marketplace.payee set is_payable = false where user_id = ${person.id}`.execute(
      (await world()).host.services.db,
    )
    const held = await payOut(person, { ...money, bank_account_id: _id })
    expectProblem(held, 403, 'PAYOUTS_HELD')
    expect(held.body.error).toMatchObject({ details: { reason: 'identity' } })
    expect(await balanceOf(person)).toEqual({ available: 10_000, inPayout: 0 })
  })

  test('of one key is one', async () => {
    const person = await rich()
    await newBankAccount(person)
    const key = newId()
    const answers = [
      await payOut(person, { amount: 10, currency: 'EUR' }, key),
      await payOut(person, { amount: 10, currency: 'EUR' }, key),
    ]
    expect(answers[0]?.body.data).toEqual(answers[1]?.body.data)
    expect(await payoutsOf(person)).toHaveLength(1)
  })

  test.each([
    ['JPY', 1500, 1500],
    ['KWD', 1.25, 1250],
    ['HUF', 12.5, 1250],
  ])('of %s counts and says the decimals that it has', async (currency, amount, minor) => {
    const person = await newMember({ language: 'de' })
    await fund(person, 5000, currency)
    await newBankAccount(person, { currency })
    const { body } = await granted(payOut(person, { amount, currency }))
    expect(body.data).toMatchObject({ amount, amount_minor: minor, currency })
    const [{ title }] = await noticesOf(person, 'payout')
    expect(title).toContain(amount.toLocaleString('de', { minimumFractionDigits: exponentOf(currency) }))
  })

  test('is said with all of its decimals, or none', async () => {
    const person = await rich()
    await newBankAccount(person)
    for (const amount of [12.5, 12]) {
      await granted(payOut(person, { amount, currency: 'EUR' }))
      await jobsDone()
    }
    const titles = (await noticesOf(person, 'payout')).map(({ title }: { title: string }) => title)
    expect(titles).toEqual(['12 EUR is on its way', '12.50 EUR is on its way'])
  })

  test('says what is wrong with it', async () => {
    const person = await rich()
    const ask = (body: object) => payOut(person, { currency: 'EUR', ...body })
    expectProblem(await ask({ amount: 10 }), 409, 'NO_BANK_ACCOUNT')
    const closed = await newBankAccount(person, { token: 'btok_sandbox_closed' })
    expectProblem(await ask({ amount: 10, bank_account_id: closed._id }), 409, 'BANK_NOT_VERIFIED')
    const open = await newBankAccount(person)
    expectProblem(await ask({ amount: 10, bank_account_id: newId() }), 404, 'NO_SUCH_BANK_ACCOUNT')
    expectProblem(
      await ask({ amount: 10, currency: 'USD', bank_account_id: open._id }),
      409,
      'NO_BANK_ACCOUNT',
    )
    expectProblem(await ask({ amount: 0.5 }), 400, 'AMOUNT_OUT_OF_RANGE')
    expectProblem(await ask({ amount: 50_001 }), 400, 'AMOUNT_OUT_OF_RANGE')
    expectProblem(await ask({ amount: 1.005 }), 400, 'PRICE_PRECISION')
    await granted(ask({ amount: 10 }))
    const remove = call('DELETE', `${base}/delete-bank-account/${open._id}`, { as: person })
    expectProblem(await remove, 409, 'PAYOUT_PENDING')
  })
})

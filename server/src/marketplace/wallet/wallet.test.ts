import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { runNow } from '../../testing/jobs.ts'
import {
  call,
  expectProblem,
  granted,
  newMember,
  newStaff,
  type TestPerson,
  world,
} from '../../testing/kit.ts'
import { fillWallet, inWork, pay, putIn } from '../../testing/money.ts'
import { closeWorld, worldWith } from '../../testing/world.ts'
import { numberNewReceipts } from './jobs.ts'
import {
  book,
  checkRoom,
  issueReceipt,
  moveTransaction,
  ofPerson,
  openTransaction,
  reverse,
} from './public.ts'

beforeAll(() => worldWith({}))
afterAll(closeWorld)

const base = '/api/v1/payment-mgt'
const get = async (as: TestPerson, path: string, query = {}) =>
  (await granted(call('GET', `${base}/${path}`, { as, query }))).body.data

describe('the balance', () => {
  test('of an empty wallet is zero in one’s own currency', async () => {
    const person = await newMember()
    expect(await get(person, 'view-balance')).toEqual([
      {
        currency: 'EUR',
        mode: 'test',
        ...{ available: 0, available_minor: 0, pending: 0, pending_minor: 0, escrow: 0, escrow_minor: 0 },
        ...{ reserved: 0, reserved_minor: 0, in_payout: 0, in_payout_minor: 0 },
      },
    ])
  })

  test.each([
    ['JPY', 1234, 1234],
    ['EUR', 1234, 12.34],
    ['KWD', 1234, 1.234],
  ])('shows %s with its decimals', async (currency, minor, major) => {
    const person = await newMember()
    await fillWallet(person, minor, { currency })
    const [balance] = await get(person, 'view-balance', { currency })
    expect(balance).toMatchObject({ currency, available: major, available_minor: minor })
    const [transaction] = await get(person, 'user-transactions')
    expect(transaction).toMatchObject({ amount: major, balance_after: major, balance_after_minor: minor })
    const [receipt] = await get(person, 'receipts')
    expect(receipt).toMatchObject({ total: major, total_minor: minor, currency })
  })

  test('says what money waits for, and is asked for one currency', async () => {
    const person = await newMember()
    await fillWallet(person, 1000)
    await fillWallet(person, 70, { currency: 'JPY' })
    await inWork((work) =>
      book(work, {
        ...putIn(person.id, 0),
        lines: [
          { account: ofPerson(person.id, 'available'), amountMinor: -400 },
          { account: ofPerson(person.id, 'escrow'), amountMinor: 300 },
          { account: ofPerson(person.id, 'in_payout'), amountMinor: 100 },
        ],
      }),
    )
    const balances = await get(person, 'view-balance')
    expect(balances.map(({ currency }: { currency: string }) => currency)).toEqual(['EUR', 'JPY'])
    expect(balances[0]).toMatchObject({ available: 6, escrow: 3, in_payout: 1, pending: 0 })
    expect(await get(person, 'view-balance', { currency: 'JPY' })).toHaveLength(1)
    expectProblem(
      await call('GET', `${base}/view-balance`, { as: person, query: { currency: 'XXQ' } }),
      400,
      'VALIDATION_FAILED',
    )
  })
})

describe('one’s own record', () => {
  test('says what can be spent, by currency', async () => {
    const person = await newMember()
    await fillWallet(person, 1234)
    await fillWallet(person, 500, { currency: 'JPY' })
    const { body } = await granted(call('GET', '/api/v1/usr-mgt/get-profile', { as: person }))
    expect(body.data.wallet).toEqual([
      { currency: 'EUR', available: 12.34, available_minor: 1234 },
      { currency: 'JPY', available: 500, available_minor: 500 },
    ])
  })
})

describe('a wallet', () => {
  test('is full at what administrators say, in each currency by itself', async () => {
    const { id } = await newMember()
    await fillWallet({ id }, 9_999_999)
    const check = (amountMinor: number, currency = 'EUR') =>
      inWork((work) => checkRoom(work, id, { currency, mode: 'test', amountMinor }))
    await check(1)
    await check(100_000, 'JPY')
    await expect(check(2)).rejects.toMatchObject({
      code: 'WALLET_FULL',
      extra: { details: { most: 100_000, currency: 'EUR' } },
    })
  })
})

describe('the history', () => {
  test('shows what was available after each, newest first, and finds by type, state, currency and day', async () => {
    const person = await newMember()
    const other = await newMember({ name: 'Tom Harbour' })
    await fillWallet(person, 1000)
    await inWork(async (work) => {
      const { id: entryId } = await book(work, pay(person.id, other.id, 250))
      await openTransaction(work, {
        id: newId(),
        personId: person.id,
        ...{
          type: 'purchase',
          status: 'succeeded',
          amountMinor: -250,
          currency: 'EUR',
          mode: 'test',
          entryId,
        },
        counterpartId: other.id,
        about: { model: 'order', id: newId() },
      })
    })
    await fillWallet(person, 5, { currency: 'JPY' })
    const all = await get(person, 'user-transactions')
    expect(all.map((one: { balance_after_minor: number }) => one.balance_after_minor)).toEqual([5, 750, 1000])
    expect(all[1]).toMatchObject({
      type: 'purchase',
      amount: -2.5,
      amount_minor: -250,
      balance_after: 7.5,
      counterpart: { _id: other.id, name: 'Tom Harbour' },
    })
    const count = async (query: object) => (await get(person, 'user-transactions', query)).length
    expect(await count({ type: 'purchase' })).toBe(1)
    expect(await count({ status: 'failed' })).toBe(0)
    expect(await count({ currency: 'JPY' })).toBe(1)
    const today = new Date().toISOString().slice(0, 10)
    expect(await count({ from: today, to: today, tz: 'UTC' })).toBe(3)
    expect(await count({ to: '2020-01-01' })).toBe(0)
    expect(await get(other, 'user-transactions')).toEqual([])
  })

  test.each([
    [{ tz: 'Nowhere/Else' }, 'INVALID_TIMEZONE'],
    [{ from: '2026-02-30' }, 'VALIDATION_FAILED'],
    [{ from: '2026-03-02', to: '2026-03-01' }, 'VALIDATION_FAILED'],
  ])('is not asked for %j', async (query, code) => {
    expectProblem(await call('GET', `${base}/user-transactions`, { as: await newMember(), query }), 400, code)
  })

  test('names nobody who is blocked', async () => {
    const [person, other] = [await newMember(), await newMember()]
    await fillWallet(person, 100, { counterpartId: other.id })
    await granted(
      call('POST', '/api/v1/usr-mgt/block', { as: other, body: { user_id: person.id, is_blocked: true } }),
    )
    const [transaction] = await get(person, 'user-transactions')
    expect(transaction.counterpart).toBeNull()
  })
})

describe('a transaction', () => {
  test('tells its states, what was booked on one’s own side, its refunds and its receipt', async () => {
    const [person, other] = [await newMember(), await newMember()]
    await fillWallet(person, 1000)
    const about = { model: 'order', id: newId() }
    const [purchase, refund] = [newId(), newId()]
    const common = { personId: person.id, currency: 'EUR', mode: 'test', about } as const
    await inWork(async (work) => {
      await openTransaction(work, {
        ...common,
        ...{ id: purchase, type: 'purchase', status: 'pending', amountMinor: -300, feeMinor: 12 },
      })
      const { id: entryId } = await book(work, pay(person.id, other.id, 300, { kind: 'order_paid' }))
      await moveTransaction(work, purchase, 'succeeded', { entryId })
      const { id: backId } = await reverse(work, entryId, { key: `test:${newId()}`, kind: 'order_refunded' })
      await openTransaction(work, {
        ...common,
        ...{ id: refund, type: 'refund', status: 'succeeded', amountMinor: 300, entryId: backId },
      })
      await moveTransaction(work, purchase, 'refunded')
    })
    const detail = await get(person, `transaction/${purchase}`)
    expect(detail).toMatchObject({ status: 'refunded', fee: 0.12, receipt_url: null, balance_after: 7 })
    expect(detail.timeline.map(({ status }: { status: string }) => status)).toEqual([
      'pending',
      'succeeded',
      'refunded',
    ])
    expect(detail.lines).toEqual([
      {
        account: 'available',
        ...{ amount: -3, amount_minor: -300, balance: 7, balance_minor: 700 },
        entry: 'order_paid',
        at: expect.any(String),
      },
    ])
    expect(detail.related).toMatchObject([{ _id: refund, type: 'refund', amount: 3 }])
    expectProblem(
      await call('GET', `${base}/transaction/${purchase}`, { as: other }),
      404,
      'NO_SUCH_TRANSACTION',
    )
    expect(await get(await newStaff('administrator'), `transaction/${purchase}`)).toMatchObject({
      _id: purchase,
    })
  })
})

describe('a receipt', () => {
  async function newReceipt(person: TestPerson, counterpart: TestPerson, subject: string) {
    const transactionId = await fillWallet(person, 1250, { counterpartId: counterpart.id, subject })
    await runNow(numberNewReceipts, {})
    const receipts = await get(person, 'receipts')
    return receipts.find((one: { transaction_id: string }) => one.transaction_id === transactionId)
  }

  test('is numbered without gaps, also where several number at once', async () => {
    const person = await newMember()
    for (const _ of [1, 2, 3, 4, 5]) await fillWallet(person, 10)
    await Promise.all([runNow(numberNewReceipts, {}), runNow(numberNewReceipts, {})])
    const numbers = (await get(person, 'receipts')).map(({ number }: { number: number }) => number)
    const [newest] = numbers
    expect(numbers).toEqual([newest, newest - 1, newest - 2, newest - 3, newest - 4])
    const { rows } = await sql`
      select from marketplace.receipt where mode = 'test' having count(number) <> max(number)`.execute(
      (await world()).host.services.db,
    )
    expect(rows).toEqual([])
  })

  test('is read as a page in one’s language, and taken along as a PDF', async () => {
    const person = await newMember({ language: 'de', name: 'Ada Ärger' })
    const receipt = await newReceipt(person, await newMember({ name: 'Tom <b>' }), 'Lampe & Tisch „alt“ 灯')
    const page = await granted(call('GET', receipt.html_url, { as: person }))
    expect(page.headers['content-type']).toContain('text/html')
    expect(page.text).toContain(`Beleg ${receipt.number}`)
    expect(page.text).toContain('Tom &#60;b&#62;')
    expect(page.text).toContain('Lampe &#38; Tisch')
    expect(page.text).toMatch(/12,50\sEUR/)
    const pdf = await granted(call('GET', receipt.pdf_url, { as: person }))
    expect(pdf.headers['content-type']).toBe('application/pdf')
    expect(pdf.text.startsWith('%PDF-')).toBe(true)
    expect(pdf.text.trimEnd().endsWith('%%EOF')).toBe(true)
    for (const url of [receipt.html_url, receipt.pdf_url])
      expectProblem(await call('GET', url, { as: await newMember() }), 404, 'NO_SUCH_RECEIPT')
  })

  test.each([
    ['HUF', 1250, '12,50'],
    ['IQD', 12_345, '12,345'],
  ])('says all that was paid in %s', async (currency, minor, written) => {
    const person = await newMember({ language: 'de' })
    await fillWallet(person, minor, { currency })
    await runNow(numberNewReceipts, {})
    const [receipt] = await get(person, 'receipts')
    const { text } = await granted(call('GET', receipt.html_url, { as: person }))
    expect(text.replace(/\s/g, ' ')).toContain(`${written} ${currency}`)
  })

  test('is there for everything that moved money, and for nothing that did not', async () => {
    const [person, other] = [await newMember(), await newMember()]
    const common = { personId: person.id, currency: 'EUR', mode: 'test' } as const
    const opened = [
      { type: 'add_funds', amountMinor: 500 },
      { type: 'payout', amountMinor: -500 },
      { type: 'boost', amountMinor: -500 },
      { type: 'subscription', amountMinor: -500 },
      { type: 'refund', amountMinor: 500, counterpartId: other.id },
      { type: 'chargeback', amountMinor: -500 },
    ] as const
    const ids = opened.map(() => newId())
    const open = (status: 'processing' | 'failed') =>
      inWork(async (work) => {
        for (const [n, line] of opened.entries()) {
          const about = { model: 'payment', id: newId() }
          const id = status === 'processing' ? (ids[n] ?? '') : newId()
          await openTransaction(work, { ...common, ...line, id, status: 'processing', about })
          if (status === 'failed') await moveTransaction(work, id, status)
        }
      })
    await open('processing')
    await open('failed')
    expect(await get(person, 'receipts')).toEqual([])
    await inWork(async (work) => {
      for (const id of ids) await moveTransaction(work, id, 'succeeded')
      // Heard of once more.
      for (const id of ids) await moveTransaction(work, id, 'succeeded')
    })
    const receipts: { transaction_id: string; total: number; lines: { side: string; label: string }[] }[] =
      await get(person, 'receipts')
    const ordered = ids.map((id) => receipts.filter((one) => one.transaction_id === id))
    const told = ordered.map((found) =>
      found.map(({ total, lines }) => [total, lines[0]?.side, lines[0]?.label]),
    )
    expect(told).toEqual([
      [[5, 'platform', 'funds']],
      [[5, 'platform', 'payout']],
      [[5, 'platform', 'boost']],
      [[5, 'platform', 'subscription']],
      [[5, 'seller', 'refund']],
      [[-5, 'platform', 'chargeback']],
    ])
  })

  test('of a transaction is one', async () => {
    const person = await newMember()
    const transactionId = await fillWallet(person, 100)
    const again = { personId: person.id, counterpartId: null, transactionId, mode: 'test' } as const
    await inWork((work) => issueReceipt(work, { ...again, subject: '', currency: 'EUR', lines: [] }))
    expect(await get(person, 'receipts')).toHaveLength(1)
  })
})

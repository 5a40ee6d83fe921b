import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { days, hours } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { replay } from '../../platform/inbox/inbox.ts'
import { sweepInbox } from '../../platform/inbox/jobs.ts'
import { newestMails } from '../../platform/mail/mail.ts'
import { appliedNotice, deliverInstantNotice, hear, openAtPayPal } from '../../testing/hosted-payments.ts'
import { inProduct, runNow, sweepNow } from '../../testing/jobs.ts'
import {
  call,
  eventually,
  expectProblem,
  granted,
  later,
  newMember,
  newStaff,
  type TestPerson,
  world,
} from '../../testing/kit.ts'
import { addFunds } from '../../testing/payments.ts'
import { newTransactionId } from '../../testing/paypal-server.ts'
import { jobsDone, postponeJobs, rowsOfAllTables } from '../../testing/rows.ts'
import { closeWorld, worldWith } from '../../testing/world.ts'
import { balanceOf, book, ofHouse, ofPerson } from '../wallet/public.ts'
import { applyHostedNotice, endForsaken } from './hosted-jobs.ts'
import { reconcile } from './jobs.ts'

/** Money through PayPal: its page, and its notices, true and forged. */

const base = '/api/v1/payment-mgt'

const availableTo = async ({ id: personId }: TestPerson, currency = 'EUR') =>
  (await balanceOf((await world()).host.services.db, personId, { currency, mode: 'test' })).available_minor

const transactionOf = async (as: TestPerson, id: string) =>
  (await granted(call('GET', `${base}/transaction/${id}`, { as }))).body.data

/** What the house is owed for payments that were taken back, of one person's. */
async function owedFor(paymentId: string): Promise<number> {
  const { rows } = await sql<{ minor: number }>`
    select coalesce(sum(-l.amount_minor), 0)::bigint as minor from marketplace.ledger_entry e
    join marketplace.ledger_line l on l.entry_id = e.id join marketplace.ledger_account a on a.id = l.account_id
    where a.kind = 'receivables' and (e.about_id = ${paymentId}
      or e.about_id in (select id from marketplace.refund where payment_id = ${paymentId}))`.execute(
    (await world()).host.services.db,
  )
  return rows[0]?.minor ?? 0
}

describe('money through PayPal', () => {
  test('is begun with the address of its page, and there once PayPal has said so', async () => {
    const member = await newMember()
    const { body } = await granted(addFunds(member, { amount: 12.5, currency: 'EUR', source: 'paypal' }))
    expect(body.data).toMatchObject({ status: 'processing', provider: 'paypal', client_secret: null })
    const { paypal, host } = await world()
    const { publicUrl } = host.services.settings
    const page = new URL(body.data.approval_url)
    expect(`${page.origin}${page.pathname}`).toBe(`${paypal.url}/cgi-bin/webscr`)
    expect(Object.fromEntries(page.searchParams)).toMatchObject({
      business: paypal.settings.PAYPAL_RECEIVER,
      invoice: body.data._id,
      amount: '12.50',
      currency_code: 'EUR',
      notify_url: `${publicUrl}${base}/ipn-check`,
      return: `${publicUrl}/wallet/${body.data._id}?paid=true`,
      cancel_return: `${publicUrl}/wallet/${body.data._id}`,
    })
    expect(await availableTo(member)).toBe(0)
    expect(await transactionOf(member, body.data._id)).toMatchObject({ status: 'processing' })
    const notice = paypal.tell(page.href)
    const answer = await deliverInstantNotice(notice)
    expect([answer.status, answer.text]).toEqual([200, ''])
    expect(await appliedNotice(notice)).toMatchObject({ outcome: 'COMPLETED' })
    expect(await availableTo(member)).toBe(1250)
    expect(await transactionOf(member, body.data._id)).toMatchObject({ status: 'succeeded', amount: 12.5 })
  })

  test.each([
    ['JPY', 500, 500],
    ['HUF', 1200, 120_000],
    ['USD', 10.05, 1005],
  ])('in %s is counted exactly', async (currency, amount, minor) => {
    const member = await newMember()
    const { page, tell } = await openAtPayPal(member, { amount, currency })
    expect(await hear(tell(page))).toBe('COMPLETED')
    expect(await availableTo(member, currency)).toBe(minor)
  })

  test.each([
    [{ amount: 1200.5, currency: 'HUF' }, 'VALIDATION_FAILED'],
    [{ amount: 5, currency: 'KWD' }, 'VALIDATION_FAILED'],
    [{ amount: 12.999, currency: 'EUR' }, 'PRICE_PRECISION'],
    [{ amount: 0.5, currency: 'EUR' }, 'AMOUNT_OUT_OF_RANGE'],
  ])('is refused where PayPal, or nobody, takes it: %j', async (funds, code) => {
    expectProblem(await addFunds(await newMember(), { ...funds, source: 'paypal' }), 400, code)
  })

  test('can be gone on with on its page until PayPal has heard of it', async () => {
    const member = await newMember()
    const { id, page, tell } = await openAtPayPal(member)
    const read = async () => (await granted(call('GET', `${base}/payment/${id}`, { as: member }))).body.data
    expect(await read()).toMatchObject({ status: 'processing', approval_url: page, client_secret: null })
    await hear(tell(page, { payment_status: 'Pending', pending_reason: 'echeck' }))
    await jobsDone()
    expect(await read()).toMatchObject({ status: 'processing', approval_url: null })
  })

  test('that is begun twice under a key is begun once', async () => {
    const [member, key] = [await newMember(), newId()]
    const funds = { amount: 7, currency: 'EUR', source: 'paypal' }
    const answers = [await addFunds(member, funds, key), await addFunds(member, funds, key)]
    expect(answers[1]?.body.data).toEqual(answers[0]?.body.data)
  })

  test('that is pending stays on its way, and one that is denied is not there', async () => {
    const member = await newMember()
    const { id, page, tell } = await openAtPayPal(member)
    const pageAgain = async () => {
      const body = { payment_id: id }
      const answer = await granted(call('POST', `${base}/resume-payment`, { as: member, body }))
      return answer.body.data.approval_url
    }
    expect(await pageAgain()).toBe(page)
    const txn_id = newTransactionId()
    expect(await hear(tell(page, { txn_id, payment_status: 'Pending', pending_reason: 'echeck' }))).toBe(
      'PENDING',
    )
    // Whoever has paid is not asked once more.
    expect(await pageAgain()).toBeNull()
    expect(await transactionOf(member, id)).toMatchObject({ status: 'processing' })
    await later(hours(200), () => runNow(endForsaken, {}))
    expect(await transactionOf(member, id)).toMatchObject({ status: 'processing' })
    expect(await hear(tell(page, { txn_id, payment_status: 'Denied' }))).toBe('FAILED')
    expect(await transactionOf(member, id)).toMatchObject({ status: 'failed' })
    // Somebody pays with another account all the same.
    expect(await hear(tell(page))).toBe('COMPLETED')
    expect(await availableTo(member)).toBe(2500)
  })

  test('that nobody pays ends a day later, and counts if it is paid after all', async () => {
    const member = await newMember()
    const { id, page, tell } = await openAtPayPal(member)
    await later(hours(23), () => runNow(endForsaken, {}))
    await later(hours(23), () => runNow(reconcile, {}))
    await jobsDone()
    expect(await transactionOf(member, id)).toMatchObject({ status: 'processing' })
    await later(hours(25), () => runNow(endForsaken, {}))
    expect(await transactionOf(member, id)).toMatchObject({ status: 'failed' })
    await hear(tell(page))
    expect(await transactionOf(member, id)).toMatchObject({ status: 'succeeded' })
    expect(await availableTo(member)).toBe(2500)
  })
})

describe('money that PayPal takes back', () => {
  test('of a refund comes out of the wallet, each time once, and what is spent is owed', async () => {
    const member = await newMember()
    const { id, page, tell } = await openAtPayPal(member)
    const txn_id = newTransactionId()
    await hear(tell(page, { txn_id }))
    const refunded = (mc_gross: string) =>
      tell(page, { payment_status: 'Refunded', parent_txn_id: txn_id, mc_gross, reason_code: 'refund' })
    const first = refunded('-10.00')
    expect(await hear(first)).toBe('REFUNDED')
    expect(await hear(Buffer.concat([first, Buffer.from('&resend=true')]))).toBe('QUARANTINED_INVALID')
    expect(await availableTo(member)).toBe(1500)
    expect(await transactionOf(member, id)).toMatchObject({ status: 'partly_refunded' })
    await inProduct('marketplace', (work) =>
      book(work, {
        ...{ key: `test:${id}:spent`, kind: 'spent', currency: 'EUR', mode: 'test' },
        lines: [
          { account: ofPerson(member.id, 'available'), amountMinor: -1200 },
          { account: ofHouse('revenue'), amountMinor: 1200 },
        ],
      }),
    )
    expect(await hear(refunded('-15.00'))).toBe('REFUNDED')
    expect(await availableTo(member)).toBe(0)
    expect(await owedFor(id)).toBe(1200)
    expect(await transactionOf(member, id)).toMatchObject({ status: 'refunded' })
  })

  test('by a bank is owed until it comes back, as often as that happens', async () => {
    const member = await newMember()
    const { id, page, tell } = await openAtPayPal(member)
    const txn_id = newTransactionId()
    await hear(tell(page, { txn_id }))
    const takenBack = { parent_txn_id: txn_id, mc_gross: '-25.00', reason_code: 'chargeback' }
    for (let time = 0; time < 2; time += 1) {
      expect(await hear(tell(page, { ...takenBack, payment_status: 'Reversed' }))).toBe('REVERSED')
      expect(await owedFor(id)).toBe(2500)
      expect(
        await hear(tell(page, { ...takenBack, mc_gross: '25.00', payment_status: 'Canceled_Reversal' })),
      ).toBe('RETURNED')
      expect(await owedFor(id)).toBe(0)
    }
  })
})

type Tell = (fields?: Record<string, string>) => Buffer
const takingBack = { payment_status: 'Refunded', parent_txn_id: 'X'.repeat(17) }

/** What others make, by what is wrong with it. All but the first are PayPal's own: of other people's payments. */
const forgeries: [string, string, (tell: Tell) => Buffer][] = [
  ['altered', 'QUARANTINED_INVALID', (tell) => Buffer.from(tell().toString().replace('25.00', '2500.00'))],
  ['with a byte more', 'QUARANTINED_INVALID', (tell) => Buffer.concat([tell(), Buffer.from('&')])],
  [
    'written anew',
    'QUARANTINED_INVALID',
    (tell) => Buffer.from(new URLSearchParams(tell().toString('latin1')).toString()),
  ],
  [
    'in another order',
    'QUARANTINED_INVALID',
    (tell) => Buffer.from(tell().toString().split('&').reverse().join('&')),
  ],
  [
    'without its signature',
    'QUARANTINED_INVALID',
    (tell) =>
      Buffer.from(
        tell()
          .toString()
          .replace(/&verify_sign=[^&]*/, ''),
      ),
  ],
  [
    'that answers for PayPal',
    'QUARANTINED_INVALID',
    (tell) => Buffer.concat([Buffer.from('cmd=_notify-validate&'), tell()]),
  ],
  ['paid to somebody else', 'QUARANTINED_RECEIVER', (tell) => tell({ receiver_email: 'me@example.org' })],
  ['paid to nobody', 'QUARANTINED_RECEIVER', (tell) => tell({ receiver_email: '' })],
  ['of too little', 'QUARANTINED_AMOUNT', (tell) => tell({ mc_gross: '0.01' })],
  ['of too much', 'QUARANTINED_AMOUNT', (tell) => tell({ mc_gross: '25.01' })],
  ['of an amount that is none', 'QUARANTINED_UNREADABLE', (tell) => tell({ mc_gross: '25e0' })],
  ['of more decimals', 'QUARANTINED_UNREADABLE', (tell) => tell({ mc_gross: '25.001' })],
  ['in another currency', 'QUARANTINED_CURRENCY', (tell) => tell({ mc_currency: 'HUF' })],
  ['in no currency', 'QUARANTINED_UNREADABLE', (tell) => tell({ mc_currency: 'XQQ' })],
  ['of real money', 'QUARANTINED_MODE', (tell) => tell({ test_ipn: '' })],
  ['for nothing of ours', 'QUARANTINED_INVOICE', (tell) => tell({ invoice: newId() })],
  ['for no invoice', 'QUARANTINED_INVOICE', (tell) => tell({ invoice: '' })],
  ['for an invoice that is no id', 'QUARANTINED_INVOICE', (tell) => tell({ invoice: "' or true --" })],
  [
    'of nothing that happens to payments',
    'QUARANTINED_UNREADABLE',
    (tell) => tell({ payment_status: 'Done' }),
  ],
  ['in lower case', 'QUARANTINED_UNREADABLE', (tell) => tell({ payment_status: 'completed' })],
  [
    'in letters that nobody knows',
    'QUARANTINED_INVALID',
    (tell) => Buffer.from(tell().toString().replace('windows-1252', 'klingon')),
  ],
  ['of a movement without a name', 'QUARANTINED_UNREADABLE', (tell) => tell({ txn_id: '' })],
  [
    'of a refund of nothing',
    'QUARANTINED_PARENT',
    (tell) => tell({ payment_status: 'Refunded', mc_gross: '-25.00' }),
  ],
  ['of a refund of too much', 'QUARANTINED_AMOUNT', (tell) => tell({ ...takingBack, mc_gross: '-25.01' })],
]

describe('a notice', () => {
  test.each(forgeries)('that is forged is kept and has no effect: %s', async (_, outcome, forge) => {
    const member = await newMember()
    const { id, page, tell } = await openAtPayPal(member)
    expect(await hear(forge((fields) => tell(page, fields)))).toBe(outcome)
    expect(await transactionOf(member, id)).toMatchObject({ status: 'processing' })
    expect(await availableTo(member)).toBe(0)
    expect(await hear(tell(page))).toBe('COMPLETED')
    expect(await availableTo(member)).toBe(2500)
  })

  test('of one payment does not count for another, and a payment is paid once', async () => {
    const [member, other] = [await newMember(), await newMember()]
    const [one, two] = [await openAtPayPal(member), await openAtPayPal(other)]
    const administrator = await newStaff('administrator')
    const txn_id = newTransactionId()
    expect(await hear(one.tell(one.page, { txn_id }))).toBe('COMPLETED')
    expect(await hear(two.tell(two.page, { txn_id }))).toBe('QUARANTINED_TRANSACTION')
    expect(await hear(one.tell(one.page))).toBe('QUARANTINED_PAID_ALREADY')
    expect([await availableTo(member), await availableTo(other)]).toEqual([2500, 0])
    const { db } = (await world()).host.services
    const mails = await newestMails(db, { limit: 5, recipient: administrator.email })
    expect(mails.filter(({ subject }) => subject.includes('fits nothing'))).toHaveLength(2)
  })

  test('of a payment by card is none of PayPal’s', async () => {
    const member = await newMember()
    const { page, tell } = await openAtPayPal(member)
    const { rows } = await sql<{ id: string }>`
      insert into marketplace.payment select newer.* from marketplace.payment p, jsonb_populate_record(p,
        jsonb_build_object('id', ${newId()}::text, 'provider', 'sandbox', 'status', 'processing')) newer
      where p.id = ${new URL(page).searchParams.get('invoice')} returning id`.execute(
      (await world()).host.services.db,
    )
    expect(await hear(tell(page, { invoice: rows[0]?.id ?? '' }))).toBe('QUARANTINED_INVOICE')
    expect(await availableTo(member)).toBe(0)
  })

  test('is kept by the byte, whatever letters it is in, and PayPal is asked with the same', async () => {
    const { page, tell } = await openAtPayPal(await newMember())
    const notice = tell(page)
    expect(notice.includes('Zo%EB')).toBe(true)
    expect(await hear(notice)).toBe('COMPLETED')
    expect((await appliedNotice(notice)).bytes.equals(notice)).toBe(true)
  })

  test.each([
    ['a refusal', { status: 500 }],
    ['being busy', { status: 503 }],
    ['no answer', 'cut' as const],
    ['something else', 'malformed' as const],
  ])('waits while PayPal answers with %s, and counts later', async (_, fault) => {
    const { paypal, host } = await world()
    const member = await newMember()
    const { page, tell } = await openAtPayPal(member)
    const notice = tell(page)
    const before = paypal.requests()
    // As often as one attempt asks.
    paypal.failNext(fault, fault, fault)
    await granted(deliverInstantNotice(notice))
    await eventually(async () => paypal.requests() > before)
    expect(await availableTo(member)).toBe(0)
    paypal.heal()
    const eventId = createHash('sha256').update(notice).digest('hex')
    const { rows } = await sql<{ id: string }>`
      select id from platform.inbox where provider = 'paypal' and event_id = ${eventId}`.execute(
      host.services.db,
    )
    await runNow(applyHostedNotice, { inboxId: rows[0]?.id ?? '' })
    expect(await appliedNotice(notice)).toMatchObject({ outcome: 'COMPLETED' })
    expect(await availableTo(member)).toBe(2500)
  })

  test('that was left aside is seen by an administrator, who has it applied once more', async () => {
    const administrator = await newStaff('administrator')
    const { page, tell } = await openAtPayPal(await newMember())
    const notice = tell(page, { mc_gross: '1.00' })
    await hear(notice)
    const list = async () =>
      (await granted(call('GET', '/api/v1/admin/webhooks', { as: administrator }))).body.data
    const { id } = await appliedNotice(notice)
    const [seen] = (await list()).filter((one: { _id: string }) => one._id === id)
    expect(seen).toMatchObject({ provider: 'paypal', outcome: 'QUARANTINED_AMOUNT', attempts: 1 })
    const body = { webhook_id: id }
    await granted(call('POST', '/api/v1/admin/webhooks/replay', { as: administrator, body }))
    await jobsDone()
    const [again] = (await list()).filter((one: { _id: string }) => one._id === id)
    expect(again).toMatchObject({ outcome: 'QUARANTINED_AMOUNT', attempts: 2 })
  })

  test('that PayPal denies leaves for three days that it came, and nothing of what it said', async () => {
    const { page, tell } = await openAtPayPal(await newMember())
    const forged = Buffer.concat([tell(page), Buffer.from('&memo=%20')])
    expect(await hear(forged)).toBe('QUARANTINED_INVALID')
    const { id, bytes } = await appliedNotice(forged)
    expect(bytes).toHaveLength(0)
    const confirmed = tell(page, { mc_gross: '1.00' })
    await hear(confirmed)
    const isKept = async (notice: Buffer) => {
      const eventId = createHash('sha256').update(notice).digest('hex')
      const { rows } = await sql`select id from platform.inbox where event_id = ${eventId}`.execute(
        (await world()).host.services.db,
      )
      return rows.length > 0
    }
    await later(days(2), () => sweepNow(sweepInbox))
    expect(await isKept(forged)).toBe(true)
    // Asked again, PayPal has nothing to say of it either.
    expect(await inProduct('marketplace', (work) => replay(work, id))).toBe(true)
    expect(await hear(forged)).toBe('QUARANTINED_INVALID')
    await later(days(4), () => sweepNow(sweepInbox))
    expect([await isKept(forged), await isKept(confirmed)]).toEqual([false, true])
  })

  test('that is no form, or too much of one, is refused by name', async () => {
    const send = (payload: string, type = 'application/x-www-form-urlencoded') =>
      call('POST', `${base}/ipn-check`, { payload, headers: { 'content-type': type } })
    // Jobs that failed above are tried again.
    await postponeJobs()
    const before = await rowsOfAllTables()
    expectProblem(await send('nothing'), 400, 'MALFORMED_REQUEST')
    expectProblem(await send(''), 400, 'MALFORMED_REQUEST')
    expectProblem(
      await send('{"payment_status":"Completed"}', 'application/json'),
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    )
    expectProblem(await send(`a=${'b'.repeat(65_536)}`), 413, 'PAYLOAD_TOO_LARGE')
    expect(await rowsOfAllTables()).toEqual(before)
    for (const odd of ['a=%', '=&=&=', 'a=1&a=2', 'charset=klingon&payment_status=Completed', 'a=\0'])
      expect(await hear(Buffer.from(odd))).toBe('QUARANTINED_INVALID')
  })
})

describe('without PayPal', () => {
  afterAll(closeWorld)

  test.each([
    [
      'where nobody set it up',
      { HOSTED_PAYMENTS_PROVIDER: 'off' },
      ['HOSTED_PAYMENTS_PROVIDER', 'PAYPAL_RECEIVER'],
    ],
    ['where it moves other money', { PAYPAL_MODE: 'live' }, ['PAYPAL_MODE']],
  ])('nothing is begun, heard or offered %s', async (_, variables, settings) => {
    await worldWith({ variables })
    const member = await newMember()
    const refused = await addFunds(member, { amount: 5, source: 'paypal' })
    expectProblem(refused, 503, 'PROVIDER_NOT_CONFIGURED')
    expect(refused.body.error).toMatchObject({ details: { settings } })
    expectProblem(await deliverInstantNotice(Buffer.from('a=b')), 503, 'PROVIDER_NOT_CONFIGURED')
    const sources = await granted(call('GET', `${base}/funding-sources`, { as: member }))
    expect(sources.body.data).toEqual([{ source: 'card' }])
    await closeWorld()
  })

  test('it is offered where there is', async () => {
    const sources = await granted(call('GET', `${base}/funding-sources`, { as: await newMember() }))
    expect(sources.body.data).toEqual([{ source: 'card' }, { source: 'paypal' }])
  })
})

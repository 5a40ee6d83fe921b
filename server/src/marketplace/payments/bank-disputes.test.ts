import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hours, minutes } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { inProduct, runNow } from '../../testing/jobs.ts'
import {
  call,
  expectProblem,
  granted,
  lastMail,
  later,
  newMember,
  newStaff,
  type TestPerson,
  world,
} from '../../testing/kit.ts'
import { fund, inWork, pay } from '../../testing/money.ts'
import {
  addTestFunds,
  deliverNotice,
  newRefund,
  noticeOf,
  providerIdOf,
  simulate,
} from '../../testing/payments.ts'
import { newBankAccount } from '../../testing/payouts.ts'
import { noticesOf } from '../../testing/posts.ts'
import { jobsDone } from '../../testing/rows.ts'
import { countMails } from '../../testing/users.ts'
import { closeWorld, worldWith } from '../../testing/world.ts'
import { collectDebts } from '../wallet/jobs.ts'
import { balanceOf, book } from '../wallet/public.ts'
import { settleDispute } from './bank-disputes.ts'
import { reconcile, refund } from './jobs.ts'

/** Banks that take payments back, through HTTP, with the sandbox behind it. */

beforeAll(() => worldWith({}))
afterAll(closeWorld)

const has = async ({ id }: TestPerson) => {
  const { db } = (await world()).host.services
  const { available_minor, reserved_minor } = await balanceOf(db, id, { currency: 'EUR', mode: 'test' })
  return [available_minor, reserved_minor]
}

/** What the house is owed of all that a payment and its dispute moved. */
async function owedOf(paymentId: string): Promise<number> {
  const { rows } = await sql<{ minor: number | null }>`
    select sum(l.amount_minor)::bigint as minor from marketplace.ledger_line l
    join marketplace.ledger_entry e on e.id = l.entry_id join marketplace.ledger_account a on a.id = l.account_id
    where a.kind = 'receivables' and (e.about_id = ${paymentId}
      or e.about_id in (select id from marketplace.refund where payment_id = ${paymentId})
      or e.about_id in (select b.id from marketplace.debt b join marketplace.payment_dispute d on d.id = b.dispute_id
        where d.payment_id = ${paymentId}))`.execute((await world()).host.services.db)
  return 0 - (rows[0]?.minor ?? 0)
}

const transactionOf = async (as: TestPerson, id: string) =>
  (await granted(call('GET', `/api/v1/payment-mgt/transaction/${id}`, { as }))).body.data.status

const titlesOf = async (as: TestPerson) =>
  (await noticesOf(as, 'payment')).map((notice: { title: string }) => notice.title)

async function topUp(as: TestPerson, amount = 25): Promise<string> {
  return (await granted(addTestFunds(as, 'success', amount))).body.data._id
}

describe('a top-up that a bank takes back', () => {
  test('leaves the wallet, and comes back when the bank gives in', async () => {
    const member = await newMember()
    const paymentId = await topUp(member)
    for (let time = 0; time < 2; time += 1) {
      expect((await granted(simulate(member, paymentId, 'dispute'))).body.data.outcome).toBe('DISPUTE_OPEN')
      expect(await has(member)).toEqual([0, 0])
      expect(await owedOf(paymentId)).toBe(0)
    }
    expect(await transactionOf(member, paymentId)).toBe('disputed')
    await jobsDone()
    await granted(simulate(member, paymentId, 'win_dispute'))
    expect(await has(member)).toEqual([2500, 0])
    expect(await transactionOf(member, paymentId)).toBe('succeeded')
    expect(await titlesOf(member)).toEqual([
      'Your bank let go of 25 EUR',
      'Your bank takes back 25 EUR that you paid',
    ])
  })

  test('leaves nobody with less than nothing: what is missing is owed, and taken from what comes', async () => {
    const [member, other] = [await newMember(), await newMember()]
    const paymentId = await topUp(member)
    await inWork((work) => book(work, pay(member.id, other.id, 2000)))
    await granted(simulate(member, paymentId, 'dispute'))
    expect(await has(member)).toEqual([0, 0])
    expect(await owedOf(paymentId)).toBe(2000)
    await fund(member, 700)
    for (let time = 0; time < 2; time += 1) await runNow(collectDebts, {})
    expect(await has(member)).toEqual([0, 0])
    expect(await owedOf(paymentId)).toBe(1300)
    await granted(simulate(member, paymentId, 'lose_dispute'))
    expect(await transactionOf(member, paymentId)).toBe('charged_back')
    await fund(member, 2000)
    await runNow(collectDebts, {})
    expect(await has(member)).toEqual([700, 0])
    expect(await owedOf(paymentId)).toBe(0)
  })

  test('gives back whatever was taken for it when it is won late', async () => {
    const [member, other] = [await newMember(), await newMember()]
    const paymentId = await topUp(member)
    await inWork((work) => book(work, pay(member.id, other.id, 2500)))
    await granted(simulate(member, paymentId, 'dispute'))
    await fund(member, 700)
    await runNow(collectDebts, {})
    await granted(simulate(member, paymentId, 'win_dispute'))
    await runNow(collectDebts, {})
    expect(await has(member)).toEqual([700, 0])
    expect(await owedOf(paymentId)).toBe(0)
  })

  test('keeps who owes it from being paid out, and says how much', async () => {
    const [member, other] = [await newMember(), await newMember()]
    const paymentId = await topUp(member)
    await inWork((work) => book(work, pay(member.id, other.id, 2500)))
    await newBankAccount(member)
    await granted(simulate(member, paymentId, 'dispute'))
    await fund(member, 2000)
    const payOut = () =>
      call('POST', '/api/v1/payment-mgt/transfer-to-connected-account', {
        as: member,
        body: { amount: 15, currency: 'EUR' },
        headers: { 'idempotency-key': newId() },
      })
    const answer = await payOut()
    expectProblem(answer, 403, 'PAYOUTS_HELD')
    expect(answer.body.error).toMatchObject({ details: { reason: 'owed', owed: 5, currency: 'EUR' } })
    await fund(member, 2500)
    await granted(payOut())
    expect(await has(member)).toEqual([500, 0])
  })
})

describe('what a bank tells', () => {
  const words = ['created', 'funds_withdrawn', 'updated', 'closed', 'funds_reinstated']

  test.each([
    ['win_dispute', 2500, 0, 'succeeded'],
    ['lose_dispute', 0, 0, 'charged_back'],
  ] as const)('comes to the same in any order and doubled: %s', async (command, available, owed, status) => {
    const member = await newMember()
    const paymentId = await topUp(member)
    const providerId = await providerIdOf(paymentId)
    const { pretending } = (await world()).host.services.providers.payments
    const signal = AbortSignal.timeout(minutes(2))
    const dispute = await pretending?.openDispute(providerId, { signal })
    const id = dispute?.id ?? ''
    const tell = (word: string) =>
      deliverNotice(noticeOf({ id, object: 'dispute' }, `charge.dispute.${word}`))
    for (const word of words.toReversed()) await granted(tell(word))
    await jobsDone()
    expect(await has(member)).toEqual([0, 0])
    await pretending?.decideDispute(id, command === 'win_dispute' ? 'won' : 'lost', { signal })
    for (const word of [...words, ...words]) await granted(tell(word))
    await jobsDone()
    // An answer that was under way all that time.
    if (dispute)
      expect(await inProduct('marketplace', (work) => settleDispute(work, 'sandbox', dispute))).toBe(
        'SETTLED',
      )
    expect(await has(member)).toEqual([available, 0])
    expect(await owedOf(paymentId)).toBe(owed)
    expect(await transactionOf(member, paymentId)).toBe(status)
  })

  test('is asked for where nobody told, and a payment that it is of counts as made', async () => {
    const member = await newMember()
    const { body } = await granted(addTestFunds(member, 'success'))
    const paymentId = body.data._id
    await granted(simulate(member, paymentId, 'dispute'))
    const { pretending } = (await world()).host.services.providers.payments
    const signal = AbortSignal.timeout(minutes(2))
    const dispute = await pretending?.openDispute(await providerIdOf(paymentId), { signal })
    await pretending?.decideDispute(dispute?.id ?? '', 'won', { signal })
    await later(hours(7), () => runNow(reconcile, {}))
    await jobsDone()
    expect(await transactionOf(member, paymentId)).toBe('succeeded')
    expect(await has(member)).toEqual([2500, 0])
  })

  test('is asked for again where the bank had decided before the money was back', async () => {
    const member = await newMember()
    const paymentId = await topUp(member)
    await granted(simulate(member, paymentId, 'dispute'))
    const { pretending } = (await world()).host.services.providers.payments
    const signal = AbortSignal.timeout(minutes(2))
    const dispute = await pretending?.openDispute(await providerIdOf(paymentId), { signal })
    if (!dispute) throw new Error('the sandbox has no dispute')
    await pretending?.decideDispute(dispute.id, 'won', { signal })
    const won = { ...dispute, status: 'won' as const, isWithdrawn: true }
    await inProduct('marketplace', (work) => settleDispute(work, 'sandbox', won))
    expect(await has(member)).toEqual([0, 0])
    await later(hours(7), () => runNow(reconcile, {}))
    await jobsDone()
    expect(await transactionOf(member, paymentId)).toBe('succeeded')
    expect(await has(member)).toEqual([2500, 0])
  })

  test('is mailed to administrators once, with the day until which it can be answered', async () => {
    const administrator = await newStaff('administrator')
    const member = await newMember()
    const paymentId = await topUp(member, 31)
    const before = await countMails(administrator.email)
    for (let time = 0; time < 2; time += 1) await granted(simulate(member, paymentId, 'dispute'))
    expect(await countMails(administrator.email)).toBe(before + 1)
    const mail = await lastMail(administrator.email)
    expect(mail.subject).toBe('A bank disputes a payment')
    expect(mail.text).toContain('takes back 31 EUR')
    expect(mail.text).toMatch(/until \d{4}-\d{2}-\d{2}\..*\/admin\/bank-disputes/s)
  })

  test('of what is none of ours has no effect', async () => {
    const said = {
      ...{
        id: 'dp_other',
        paymentId: 'pi_other',
        status: 'open' as const,
        amountMinor: 100,
        currency: 'EUR',
      },
      ...{ reason: 'fraudulent', isWithdrawn: true, wasWithdrawn: true, evidenceDueAt: null, key: null },
    }
    const outcome = await inProduct('marketplace', (work) => settleDispute(work, 'sandbox', said))
    expect(outcome).toBe('NOT_OURS')
  })
})

describe('a refund of what a bank takes back', () => {
  const refundOf = async (id: string) => {
    const { rows } = await sql<{ status: string }>`
      select status from marketplace.refund where id = ${id}`.execute((await world()).host.services.db)
    return rows[0]?.status
  }

  /** Ten of 25 euros on their way back when the bank takes back all of it. */
  async function disputedRefund(member: TestPerson) {
    let paymentId = ''
    const refundId = await newRefund(member, 1000, async (id) => {
      paymentId = id
      const { pretending } = (await world()).host.services.providers.payments
      await pretending?.openDispute(await providerIdOf(id), { signal: AbortSignal.timeout(minutes(2)) })
    })
    return { paymentId, refundId }
  }

  test('waits for the bank, whoever hears first, and is made when that gives in', async () => {
    const member = await newMember()
    const { paymentId, refundId } = await disputedRefund(member)
    await runNow(refund, { refundId })
    expect(await refundOf(refundId)).toBe('pending')
    await granted(simulate(member, paymentId, 'dispute'))
    await runNow(refund, { refundId })
    expect(await refundOf(refundId)).toBe('pending')
    expect(await has(member)).toEqual([0, 1000])
    await granted(simulate(member, paymentId, 'win_dispute'))
    await jobsDone()
    expect(await refundOf(refundId)).toBe('succeeded')
    expect(await has(member)).toEqual([1500, 0])
    expect(await owedOf(paymentId)).toBe(0)
    expect(await titlesOf(member)).toContain('10 EUR is on its way back to you')
  })

  test('is not made besides when the bank keeps it', async () => {
    const member = await newMember()
    const { paymentId, refundId } = await disputedRefund(member)
    await granted(simulate(member, paymentId, 'lose_dispute'))
    await jobsDone()
    await runNow(refund, { refundId })
    expect(await refundOf(refundId)).toBe('failed')
    // The bank gave 25: fifteen came out of the wallet, ten out of what had been set aside.
    expect(await has(member)).toEqual([0, 0])
    expect(await owedOf(paymentId)).toBe(0)
    const { rows } = await sql`
      select 1 from platform.sandbox_refund r join platform.sandbox_payment p on p.id = r.payment_id
      where p.key = ${paymentId}`.execute((await world()).host.services.db)
    expect(rows).toEqual([])
  })

  test('that was made before leaves the bank the rest, and against a dispute one of both wins', async () => {
    const member = await newMember()
    let paymentId = ''
    const refundId = await newRefund(member, 1000, async (id) => {
      paymentId = id
    })
    await Promise.all([runNow(refund, { refundId }), (async () => simulate(member, paymentId, 'dispute'))()])
    await granted(simulate(member, paymentId, 'lose_dispute'))
    await jobsDone()
    await runNow(refund, { refundId })
    const { rows } = await sql<{ refunded: number; disputed: number }>`
      select p.refunded_minor as refunded, d.amount_minor as disputed from platform.sandbox_payment p
      join platform.sandbox_dispute d on d.payment_id = p.id where p.key = ${paymentId}`.execute(
      (await world()).host.services.db,
    )
    expect((rows[0]?.refunded ?? 0) + (rows[0]?.disputed ?? 0)).toBe(2500)
    expect(await has(member)).toEqual([0, 0])
    expect(await owedOf(paymentId)).toBe(0)
  })
})

import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { days, hours, minutes } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { inProduct, runNow } from '../../testing/jobs.ts'
import {
  call,
  granted,
  lastMail,
  newMember,
  newStaff,
  signedIn,
  type TestPerson,
  world,
} from '../../testing/kit.ts'
import { inWork } from '../../testing/money.ts'
import { newBankAccount } from '../../testing/payouts.ts'
import { noticesOf } from '../../testing/posts.ts'
import { jobsDone } from '../../testing/rows.ts'
import { hmacSigner } from '../../testing/signer.ts'
import { decide, dispute } from '../../testing/stripe-charging.ts'
import { bounce } from '../../testing/stripe-connect.ts'
import type { Intent, Payout } from '../../testing/stripe-state.ts'
import { stripeWorld } from '../../testing/stripe-world.ts'
import { countMails } from '../../testing/users.ts'
import { settleDispute } from '../payments/bank-disputes.ts'
import { proveWholeLedger } from '../wallet/jobs.ts'
import { selectProofs } from '../wallet/proof-queries.ts'
import { checkMoneyMoves, comparedBooks } from '../wallet/public.ts'
import { advancePayout, lookAtPayouts } from './jobs.ts'
import { compareWithProvider } from './report-jobs.ts'

/** What Stripe reports of our account, from a local server that speaks its protocol, beside the ledger. */

const connectSecret = `whsec_${'c'.repeat(24)}`
const { clock, stripe } = await stripeWorld(() => ({ STRIPE_CONNECT_WEBHOOK_SECRETS: connectSecret }))

const base = '/api/v1/payment-mgt'
const keyed = () => ({ 'idempotency-key': newId() })

async function topUp(as: TestPerson, amount: number): Promise<{ id: string; intent: Intent }> {
  const body = { payment_method_id: 'pm_card_visa' }
  await granted(call('POST', `${base}/save-payment-method`, { as, body, headers: keyed() }))
  const answer = await granted(
    call('POST', `${base}/add-funds`, { as, body: { amount, currency: 'EUR' }, headers: keyed() }),
  )
  const intent = [...stripe.payments.values()].at(-1)
  if (!intent) throw new Error('Stripe was asked for nothing')
  return { id: answer.body.data._id, intent }
}

/** Has the whole be proved and compared, so much later. */
async function report(afterMs = hours(2)) {
  clock.advance(afterMs)
  await runNow(proveWholeLedger, {})
  await jobsDone()
  const as = await newStaff('administrator')
  const { body } = await granted(call('GET', '/api/v1/admin/ledger/proof', { as }))
  return { as, newest: body.data.reports[0], data: body.data }
}

const moves = () =>
  inWork(checkMoneyMoves).then(
    () => true,
    (error: { code: string }) => error.code,
  )

/** Somebody with fifty euros and a bank account to which they can be paid. */
async function newPayee(): Promise<TestPerson> {
  const member = await newMember()
  await topUp(member, 50)
  await newBankAccount(member, { token: 'btok_4711_eur' })
  const { db } = (await world()).host.services
  await sql`update marketplace.payee set is_payable = true where user_id = ${member.id}`.execute(db)
  return member
}

async function payOut(as: TestPerson, amount: number): Promise<{ id: string; sent: Payout }> {
  const body = { amount, currency: 'EUR' }
  const path = `${base}/transfer-to-connected-account`
  const answer = await granted(call('POST', path, { as, body, headers: keyed() }))
  await jobsDone()
  const sent = [...stripe.payouts.values()].at(-1)
  if (!sent) throw new Error('Stripe was asked for no payout')
  return { id: answer.body.data._id, sent }
}

const balanceOf = async (as: TestPerson) =>
  (await granted(call('GET', `${base}/view-balance`, { as }))).body.data[0]

const payoutsOf = async (as: TestPerson) => (await granted(call('GET', `${base}/payouts`, { as }))).body.data

const paidOutOf = ({ sums }: { sums: { kind: string; provider_minor: number }[] }): number =>
  sums.find(({ kind }) => kind === 'paid_out')?.provider_minor ?? 0

/** Stripe tells of a payout at the door of connected accounts. */
async function tellOf({ id, account }: Payout, what: 'paid' | 'failed'): Promise<void> {
  const event = {
    ...{ id: `evt_${newId()}`, object: 'event', type: `payout.${what}`, livemode: false, account },
    data: { object: { id, object: 'payout' } },
  }
  const signer = hmacSigner(connectSecret, { header: 'stripe-signature', holdsMs: minutes(5) })
  const signed = await signer.sign(Buffer.from(JSON.stringify(event)), clock.now())
  await granted(call('POST', `${base}/stripe-connect-webhook`, signed))
  await jobsDone()
}

/** Has Stripe's word of a dispute reach us. */
async function hear(intent: Intent, outcome?: 'won' | 'lost'): Promise<void> {
  const { payments } = (await world()).host.services.providers
  const made = [...stripe.disputes.values()].find((one) => one.payment_intent === intent.id)
  const standing = made ?? dispute(stripe, intent)
  if (outcome) decide(stripe, standing, outcome)
  const said = await payments.readDispute(standing.id, { signal: AbortSignal.timeout(minutes(2)) })
  expect(await inProduct('marketplace', (work) => settleDispute(work, 'stripe', said))).toMatch(/^DISPUTE_/)
}

describe('the report of the provider', () => {
  test('says the same as the ledger of all that came, went back, was disputed and was paid out', async () => {
    const member = await newMember()
    await topUp(member, 100)
    const { intent: lost } = await topUp(member, 20)
    const { intent: won } = await topUp(member, 10)
    await hear(lost)
    await hear(lost, 'lost')
    await hear(won)
    await hear(won, 'won')
    const { newest, data } = await report()
    expect(newest).toMatchObject({ provider: 'stripe', state: 'matches', differences: [] })
    expect(newest.sums).toEqual([
      expect.objectContaining({ currency: 'EUR', kind: 'captured', provider: 130, ledger: 130 }),
      expect.objectContaining({ currency: 'EUR', kind: 'disputed', provider: -20, ledger: -20 }),
    ])
    expect(data.money_moves).toBe(true)
    const { holds, lines } = await comparedBooks((await world()).host.services.db)
    expect([holds, lines]).toEqual([true, ['stripe: its report says the same.']])
  })

  test('has a payout once it has arrived, and none that came back', async () => {
    let member = await newPayee()
    const [arrives, fails] = [await payOut(member, 20), await payOut(member, 15)]
    // On its way it is neither here nor there.
    expect((await report()).newest).toMatchObject({ state: 'matches' })
    arrives.sent.status = 'paid'
    bounce(stripe, fails.sent)
    for (const { id } of [arrives, fails]) await runNow(advancePayout, { payoutId: id })
    const { newest } = await report()
    expect(newest).toMatchObject({ state: 'matches' })
    expect(newest.sums).toContainEqual(
      expect.objectContaining({ kind: 'paid_out', currency: 'EUR', provider: -20, ledger: -20 }),
    )
    member = await signedIn(member)
    expect(await balanceOf(member)).toMatchObject({ available: 30 })
  })

  test('has a payout that came back after it had arrived, and so has its owner, once', async () => {
    let member = await newPayee()
    const { id, sent } = await payOut(member, 20)
    sent.status = 'paid'
    await tellOf(sent, 'paid')
    const { newest: arrived } = await report()
    expect(arrived).toMatchObject({ state: 'matches' })
    bounce(stripe, sent)
    const reversals = `/v1/transfers/${[...stripe.transfers.keys()].at(-1)}/reversals`
    stripe.fail('POST', reversals, 'down', 'down', 'down', 'down')
    await tellOf(sent, 'failed')
    member = await signedIn(member)
    expect(await payoutsOf(member)).toMatchObject([{ status: 'failed' }])
    // Until it is brought back to us, both have it with its owner.
    expect((await report()).newest).toMatchObject({ state: 'matches' })
    stripe.mend()
    for (const _ of [1, 2]) await tellOf(sent, 'failed')
    expect(stripe.accounts.get(sent.account)?.balance.get('eur')).toBe(0)
    const { newest } = await report()
    expect(newest).toMatchObject({ state: 'matches' })
    expect(paidOutOf(newest) - paidOutOf(arrived)).toBe(2000)
    member = await signedIn(member)
    expect(await balanceOf(member)).toMatchObject({ available: 50, in_payout: 0 })
    expect(await payoutsOf(member)).toMatchObject([
      { _id: id, status: 'returned', failure_code: 'account_closed' },
    ])
    const { body: line } = await granted(call('GET', `${base}/transaction/${id}`, { as: member }))
    expect(line.data).toMatchObject({ status: 'returned' })
    const titles = (await noticesOf(member, 'payout')).map(({ title }: { title: string }) => title)
    expect(titles).toEqual(['20 EUR is back in your wallet', '20 EUR was paid out', '20 EUR is on its way'])
  })

  test('asks a few times more about a payout that has arrived, of which nobody tells that it came back', async () => {
    let member = await newPayee()
    const [stays, comesBack] = [await payOut(member, 20), await payOut(member, 15)]
    for (const { id, sent } of [stays, comesBack]) {
      sent.status = 'paid'
      await runNow(advancePayout, { payoutId: id })
    }
    const { host } = await world()
    const dueAt = async (id: string) => {
      const { rows } = await sql<{ look_at: Date | null }>`
        select look_at from marketplace.payout where id = ${id}`.execute(host.services.db)
      return rows[0]?.look_at ?? null
    }
    bounce(stripe, comesBack.sent)
    const arrivedAt = clock.now().getTime()
    const looks: number[] = []
    for (let next = await dueAt(stays.id); next; next = await dueAt(stays.id)) {
      clock.advance(next.getTime() - clock.now().getTime())
      await runNow(lookAtPayouts, {})
      await jobsDone()
      looks.push(Math.round((next.getTime() - arrivedAt) / days(1)))
    }
    expect(looks).toEqual([1, 2, 4, 8, 16])
    member = await signedIn(member)
    const statuses = Object.fromEntries(
      (await payoutsOf(member)).map(({ _id, status }: { _id: string; status: string }) => [_id, status]),
    )
    expect(statuses).toEqual({ [stays.id]: 'paid', [comesBack.id]: 'returned' })
    expect(await dueAt(comesBack.id)).toBeNull()
    expect(await balanceOf(member)).toMatchObject({ available: 30 })
    const { body } = await granted(call('GET', `${base}/receipts`, { as: member }))
    expect(body.data).toContainEqual(
      expect.objectContaining({ transaction_id: comesBack.id, total_minor: 0 }),
    )
  })

  test('that differs stops money and is mailed once; an administrator lets it move', async () => {
    const member = await signedIn(await newMember())
    const { intent } = await topUp(member, 30)
    // Given back on Stripe's own pages, of which nobody told us.
    stripe.refunds.set('re_elsewhere', {
      ...{ id: 're_elsewhere', object: 'refund', amount: 1200, currency: 'eur', payment_intent: intent.id },
      ...{ created: Math.floor(clock.now().getTime() / 1000), status: 'succeeded', metadata: {} },
    })
    const { newest, as, data } = await report()
    expect(newest).toMatchObject({
      state: 'differs',
      differences: [{ id: 're_elsewhere', kind: 'refunded', provider: -12, ledger: 0, currency: 'EUR' }],
    })
    expect(data.money_moves).toBe(false)
    expect(await moves()).toBe('MONEY_STOPPED')
    // That proof and this one hold: what the provider says keeps money from moving all the same.
    const again = await report()
    expect([again.newest.state, again.data.money_moves]).toEqual(['differs', false])
    expect((await comparedBooks((await world()).host.services.db)).holds).toBe(false)
    const body = { reason: 'Given back by hand; it will be booked.' }
    await granted(call('POST', '/api/v1/admin/ledger/let-money-move', { as: again.as, body }))
    const mails = await countMails(as.email)
    const third = await report()
    expect([third.newest.state, third.data.money_moves]).toEqual(['differs', true])
    expect(await countMails(as.email)).toBe(mails)
    stripe.refunds.delete('re_elsewhere')
    expect((await report()).newest.state).toBe('matches')
  })

  test('of what only the ledger has differs, too', async () => {
    const admin = await newStaff('administrator')
    const { intent, id } = await topUp(await newMember(), 15)
    stripe.payments.delete(intent.id)
    const { newest } = await report()
    expect(newest.differences).toMatchObject([{ id, kind: 'captured', provider: 0, ledger: 15 }])
    expect((await lastMail(admin.email)).subject).toContain('reports something else than our books')
    stripe.payments.set(intent.id, intent)
    expect((await report()).newest.state).toBe('matches')
    await runNow(proveWholeLedger, {})
    expect(await moves()).toBe(true)
  })

  test('that cannot be had is unknown, and stops nothing', async () => {
    await topUp(await newMember(), 11)
    stripe.fail('GET', '/v1/balance_transactions', 'down', 'down', 'down', 'down')
    const { newest, data } = await report()
    expect(newest).toMatchObject({ state: 'unknown', sums: [], differences: [] })
    expect(data.money_moves).toBe(true)
    stripe.mend()
    expect((await report()).newest).toMatchObject({ state: 'matches' })
  })

  test('goes back to the last one that was the same', async () => {
    await topUp(await newMember(), 9)
    stripe.fail('GET', '/v1/balance_transactions', 'down', 'down', 'down', 'down')
    await report(days(3))
    stripe.mend()
    const { newest } = await report()
    expect(newest.state).toBe('matches')
    expect(newest.sums).toContainEqual(expect.objectContaining({ kind: 'captured', provider: 9 }))
    const [proof] = await selectProofs((await world()).host.services.db, 1)
    await runNow(compareWithProvider, { proofId: proof?.id ?? '' })
  })
})

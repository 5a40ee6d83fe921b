import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { days, hours } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { operationNamed, perform } from '../../testing/arrangements.ts'
import { inProduct, runNow } from '../../testing/jobs.ts'
import {
  call,
  expectProblem,
  granted,
  lastCode,
  lastMail,
  later,
  newEmail,
  newMember,
  newStaff,
  type TestPerson,
  world,
} from '../../testing/kit.ts'
import { password } from '../../testing/marketplace-rows.ts'
import { fillWallet } from '../../testing/money.ts'
import { noticesOf } from '../../testing/posts.ts'
import { jobsDone } from '../../testing/rows.ts'
import { newSavedSearch } from '../../testing/saved-searches.ts'
import { storeEventsOf } from '../../testing/store-events.ts'
import {
  age,
  dueSubscription,
  makeDue,
  newCard,
  plusId,
  subscribe,
  subscribed,
  subscriptionOf,
  tools,
} from '../../testing/subscriptions.ts'
import { countMails, newProvedMember, proveAddress } from '../../testing/users.ts'
import { closeWorld, worldWith } from '../../testing/world.ts'
import { renewSubscription, tellSubscribers, tickSubscriptions } from './jobs.ts'
import { endOfDayAfter } from './periods.ts'
import { shareOf } from './proration.ts'
import { readStoreEvent } from './store-event.ts'
import { keepStoreState } from './store-queries.ts'

beforeAll(() => worldWith({}))
afterAll(closeWorld)

/** Plans, trials and subscriptions through HTTP, over the sandbox of payments. */

const db = async () => (await world()).host.services.db
const planOf = async (as: TestPerson) =>
  (await granted(call('GET', '/api/v1/user-tools/get-user', { as }))).body.data.plan

/** What the law of paid time says, whatever happened: nothing of it is lost. */
async function expectNothingLost(person: TestPerson): Promise<void> {
  const { rows } = await sql<{ lost: number; bought: number; paid: number }>`
    select (paid_ms - used_ms - banked_ms - returned_ms
      - coalesce(round(extract(epoch from period_end - period_start) * 1000), 0))::int as lost, paid_ms as paid,
      (select coalesce(sum(bought_ms), 0)::bigint from marketplace.subscription_charge c where c.subscription_id = s.id and c.status = 'paid') as bought
    from marketplace.subscription s where user_id = ${person.id}`.execute(await db())
  for (const { lost, bought, paid } of rows) expect([lost, paid]).toEqual([0, bought])
}

async function pass(person: TestPerson, ms: number): Promise<void> {
  await age(person, ms)
  await runNow(tellSubscribers, {})
  await jobsDone()
  await runNow(tickSubscriptions, {})
  await jobsDone()
}

/** Has somebody's renewal be one that nobody can pay. */
async function unpaid(person: TestPerson): Promise<void> {
  await subscribed(person)
  await sql`update marketplace.payment_method set is_default = false where customer_id in (
    select id from marketplace.payment_customer where user_id = ${person.id})`.execute(await db())
  await dueSubscription(person)
  await pass(person, 0)
}

/** Has somebody's trial be followed by the plan. */
async function converting(person: TestPerson, scenario = 'success'): Promise<void> {
  await granted(tools(person, 'trial-start', {}))
  await newCard(person, scenario)
  // Everybody in these tests has the same card.
  await sql`delete from marketplace.trial_use where kind = 'card'`.execute(await db())
  await granted(subscribe(person))
}

async function chargesOf({ id }: TestPerson): Promise<string[]> {
  const { rows } = await sql<{ status: string }>`
    select status from marketplace.subscription_charge where user_id = ${id} order by created_at, id`.execute(
    await db(),
  )
  return rows.map(({ status }) => status)
}

const removeCard = (as: TestPerson, id: string) =>
  call('DELETE', `/api/v1/payment-mgt/delete-payment-method/${id}`, { as })

/** Somebody's cards are gone, as when their provider does not know them any more. */
async function loseCards({ id }: TestPerson): Promise<void> {
  await sql`update marketplace.payment_method set removed_at = created_at, is_default = false where customer_id in (
    select id from marketplace.payment_customer where user_id = ${id})`.execute(await db())
}

test.each([
  ['2026-03-15T03:30:00Z', 'America/New_York', '2026-03-29T04:00:00Z'],
  // 23:30 before the night that has no hour between two and three, and half past midnight before the one that has it twice.
  ['2026-03-02T04:30:00Z', 'America/New_York', '2026-03-16T04:00:00Z'],
  ['2026-10-25T04:30:00Z', 'America/New_York', '2026-11-09T05:00:00Z'],
  ['2026-06-01T10:30:00Z', 'Pacific/Kiritimati', '2026-06-16T10:00:00Z'],
  ['2026-06-01T18:14:00Z', 'Asia/Kathmandu', '2026-06-15T18:15:00Z'],
  ['2026-06-01T18:15:00Z', 'Asia/Kathmandu', '2026-06-16T18:15:00Z'],
])('a trial of fourteen days that begins at %s in %s ends with the last of them, at %s', (from, tz, end) => {
  expect(endOfDayAfter(new Date(from), 14, tz)).toEqual(new Date(end))
})

describe('a trial', () => {
  test('begins at the first use of what a plan opens, and is had once', async () => {
    const as = await newProvedMember()
    for (let n = 0; n < 20; n += 1) await newSavedSearch(as, { q: newId() })
    expect(await planOf(as)).toMatchObject({
      state: 'none',
      can_try: true,
      quotas: { saved_searches: { used: 20, limit: 20 } },
    })
    await newSavedSearch(as, { q: newId() })
    const plan = await planOf(as)
    expect(plan).toMatchObject({ state: 'trialing', has_access: true, can_try: false })
    expect(plan.quotas.saved_searches).toEqual({ used: 21, limit: 50, resets_at: null })
    expect((await granted(tools(as, 'trial-start', {}))).body.data.trial_ends_at).toBe(plan.trial_ends_at)
    await pass(as, days(12))
    await pass(as, days(5))
    expect(await planOf(as)).toMatchObject({ state: 'expired', has_access: false })
    expectProblem(await tools(as, 'trial-start', {}), 409, 'TRIAL_ALREADY_USED')
    const body = { name: 'One more', query: { q: newId() } }
    expectProblem(
      await call('POST', '/api/v1/search-mgt/saved-searches', { as, body }),
      402,
      'QUOTA_EXCEEDED',
    )
    expectProblem(
      await call('POST', '/api/v1/payment-mgt/export-transactions', { as, body: {} }),
      402,
      'QUOTA_EXCEEDED',
    )
  })

  test('opens the table of what came and went, as the list is narrowed', async () => {
    const [as, other] = [await newProvedMember(), await newProvedMember({ name: 'Tom, of the Harbour' })]
    await fillWallet(as, 1250, { counterpartId: other.id })
    await fillWallet(as, 300, { currency: 'JPY' })
    const taken = (body: object) => call('POST', '/api/v1/payment-mgt/export-transactions', { as, body })
    const [head, ...lines] = (await granted(taken({}))).text.trimEnd().split('\r\n')
    expect(head).toBe(
      '_id,date,type,status,counterpart,currency,amount,fee,balance_after,amount_minor,fee_minor,balance_after_minor',
    )
    expect(lines.map((line) => line.split(',').slice(2).join(','))).toEqual([
      'add_funds,succeeded,,JPY,300,0,300,300,0,300',
      'add_funds,succeeded,"Tom, of the Harbour",EUR,12.5,0,12.5,1250,0,1250',
    ])
    const narrowed = (await granted(taken({ currency: 'JPY', type: 'add_funds' }))).text
    expect(narrowed.trimEnd().split('\r\n')).toEqual([head, lines[0]])
    expect((await granted(taken({ status: 'failed' }))).text).toBe(`${head}\r\n`)
    expectProblem(await taken({ tz: 'Nowhere/Else' }), 400, 'INVALID_TIMEZONE', 'body.tz')
    expectProblem(await taken({ from: '2026-02-30' }), 400, 'VALIDATION_FAILED', 'body.from')
    const { quotas } = await planOf(as)
    expect(quotas.transaction_exports).toMatchObject({ used: 3 })
  })

  test('waits for a mail, and a late mail puts its end off', async () => {
    const as = await newProvedMember()
    await granted(tools(as, 'trial-start', {}))
    await age(as, days(20))
    await runNow(tickSubscriptions, {})
    expect((await subscriptionOf(as))?.state).toBe('trialing')
    await runNow(tellSubscribers, {})
    await jobsDone()
    const { clock } = await world()
    const { trial_ends_at: ends } = (await subscriptionOf(as)) ?? {}
    expect((ends?.getTime() ?? 0) - clock.now().getTime()).toBeGreaterThan(days(3) - 60_000)
    expect((await lastMail(as.email)).subject).toBe('Your trial ends soon')
  })

  test('is had once with an address and with a device, and the account is there all the same', async () => {
    const [device_id, email] = [newId(), newEmail()]
    const signUp = (address: string) =>
      granted(
        call('POST', '/api/v1/user-tools/trial-signup', {
          body: { name: 'Ada', email: address, password, agree: 'true', device_id },
        }),
      )
    const { body } = await signUp(email)
    expect(body.data.trial).toEqual({ state: 'trial_ready', reason: null })
    const as = {
      ...(await newProvedMember()),
      id: body.data.user._id,
      token: body.data.access_token,
    }
    await proveAddress(as)
    await granted(tools(as, 'trial-start', {}))
    expect((await signUp(newEmail())).body.data.trial).toEqual({
      state: 'refused',
      reason: 'TRIAL_ALREADY_USED',
    })
  })

  test('is had by who proved their address, since addresses that nobody reads are many', async () => {
    const as = await newMember()
    expectProblem(await tools(as, 'trial-start', {}), 403, 'VERIFICATION_REQUIRED')
    for (let n = 0; n < 20; n += 1) await newSavedSearch(as, { q: newId() })
    const body = { name: 'One more', query: { q: newId() } }
    const oneMore = () => call('POST', '/api/v1/search-mgt/saved-searches', { as, body })
    expectProblem(await oneMore(), 402, 'QUOTA_EXCEEDED')
    expect(await planOf(as)).toMatchObject({ state: 'none', can_try: true })
    const otp = await lastCode(as.email)
    await granted(call('POST', '/api/v1/usr-mgt/verify', { body: { email: as.email, otp } }))
    await granted(oneMore())
    expect(await planOf(as)).toMatchObject({ state: 'trialing' })
  })

  test('is had once on a device, by whoever is signed in there', async () => {
    const device_id = `phone-${newId()}`
    const onDevice = async (id: string) => {
      const person = await newProvedMember()
      const { address: from, email, password } = person
      const body = { email, password, device_id: id }
      const answer = await granted(call('POST', '/api/v1/usr-mgt/login', { from, body }))
      return { ...person, token: answer.body.data.access_token as string }
    }
    const [first, second, third] = [
      await onDevice(device_id),
      await onDevice(device_id),
      await onDevice(`phone-${newId()}`),
    ]
    await granted(tools(first, 'trial-start', {}))
    expectProblem(await tools(second, 'trial-start', {}), 409, 'TRIAL_ALREADY_USED')
    await granted(tools(third, 'trial-start', {}))
  })

  test('comes with an account on the same terms as any other', async () => {
    const inviter = await newProvedMember()
    const invite = async (asked: object = {}) =>
      (await granted(call('POST', '/api/v1/user-tools/generate-invite-link', { as: inviter, body: asked })))
        .body.data
    const signUp = (invite_code: string, more: object = {}) =>
      call('POST', '/api/v1/user-tools/trial-signup', {
        body: { name: 'Ada', email: newEmail(), password, agree: 'true', invite_code, ...more },
      })
    const { code } = await invite()
    expectProblem(await signUp(code, { agree: 'no' }), 400, 'AGREEMENT_REQUIRED', 'body.agree')
    expectProblem(await signUp(code, { password: 'password123' }), 400, 'PASSWORD_WEAK', 'body.password')
    const { address: from, email: own } = inviter
    const signIn = { from, body: { email: own, password: inviter.password } }
    const { device_secret } = (await granted(call('POST', '/api/v1/usr-mgt/login', signIn))).body.data
    expectProblem(await signUp(code, { device_secret }), 409, 'SELF_REFERRAL')
    expectProblem(await signUp((await invite({ email: newEmail() })).code), 409, 'INVITE_FOR_ANOTHER')
    const revoked = await invite()
    await granted(call('DELETE', `/api/v1/user-tools/invites/${revoked._id}`, { as: inviter }))
    expectProblem(await signUp(revoked.code), 410, 'INVITE_REVOKED')
    const once = await invite({ max_uses: 1 })
    const { body } = await granted(signUp(once.code))
    const { email } = body.data.user
    await granted(call('POST', '/api/v1/usr-mgt/verify', { body: { email, otp: await lastCode(email) } }))
    expectProblem(await signUp(once.code), 410, 'INVITE_EXHAUSTED')
    const short = await invite({ expires_in_days: 1 })
    await later(days(1) + 1000, async () => {
      expectProblem(await signUp(short.code), 410, 'INVITE_EXPIRED')
    })
  })

  test('is made a week longer once, and by administrators as they like up to 45 days', async () => {
    const [as, administrator] = [await newProvedMember(), await newStaff('administrator')]
    const reason = 'I was ill'
    expectProblem(await tools(as, 'trial-extend', { reason }), 409, 'NOT_IN_TRIAL')
    const { trial_ends_at: before } = (await granted(tools(as, 'trial-start', {}))).body.data
    const { trial_ends_at: after } = (await granted(tools(as, 'trial-extend', { reason }))).body.data
    expect(Date.parse(after) - Date.parse(before)).toBe(days(7))
    expectProblem(await tools(as, 'trial-extend', { reason }), 409, 'EXTENSION_USED')
    expectProblem(await tools(as, 'trial-extend', { reason, days: 2 }), 403, 'FORBIDDEN')
    const more = { reason, user_id: as.id, days: 20 }
    await granted(tools(administrator, 'trial-extend', more))
    expectProblem(await tools(administrator, 'trial-extend', more), 409, 'TRIAL_TOO_LONG')
  })

  test('is followed by the plan only for who said so, and not after they cancelled', async () => {
    const as = await newProvedMember()
    await granted(tools(as, 'trial-start', {}))
    expectProblem(await subscribe(as), 409, 'NO_PAYMENT_METHOD')
    expectProblem(await subscribe(as, { payment_method_id: newId() }), 404, 'NO_SUCH_PAYMENT_METHOD')
    await newCard(as)
    // Everybody in these tests has the same card.
    await sql`delete from marketplace.trial_use where kind = 'card'`.execute(await db())
    const { body } = await granted(subscribe(as))
    expect(body.data).toMatchObject({ payment: null, subscription: { state: 'trialing', converts: true } })
    const other = await newProvedMember()
    await granted(tools(other, 'trial-start', {}))
    await newCard(other)
    expectProblem(await subscribe(other), 409, 'TRIAL_ALREADY_USED')
    await granted(tools(as, 'cancel-subscription', {}))
    await granted(tools(as, 'reinstate-subscription'))
    await pass(as, days(12))
    await pass(as, days(4))
    expect(await planOf(as)).toMatchObject({ state: 'active', has_access: true })
    await expectNothingLost(as)
    const administrator = await newStaff('administrator')
    const path = '/api/v1/admin/trial-user-completed'
    const { body: ended } = await granted(
      call('GET', path, { as: administrator, query: { converted: true } }),
    )
    expect(ended.data).toContainEqual(expect.objectContaining({ user_id: as.id, converted: true }))
    expect(ended.meta.conversions).toBeGreaterThan(0)
    for (const side of ['from', 'to'])
      expectProblem(
        await call('GET', path, { as: administrator, query: { [side]: '2026-12-31T23:59:60Z' } }),
        400,
        'VALIDATION_FAILED',
        `query.${side}`,
      )
  })

  test('stays cancelled after a card was declined that was to pay at once', async () => {
    const as = await newProvedMember()
    await converting(as)
    await granted(tools(as, 'cancel-subscription', {}))
    const payment_method_id = await newCard(as, 'decline')
    expectProblem(await subscribe(as, { payment_method_id, now: true }), 402, 'PAYMENT_DECLINED')
    await newCard(as)
    await pass(as, days(12))
    await pass(as, days(4))
    expect(await planOf(as)).toMatchObject({ state: 'expired', has_access: false })
    expect(await chargesOf(as)).toEqual(['failed'])
  })
})

describe('a trial that nobody can pay for at its end', () => {
  test.each([
    ['the card is declined', (as: TestPerson) => converting(as, 'decline')],
    ['there is no card', (as: TestPerson) => converting(as).then(() => loseCards(as))],
  ])('is charged once, and ends: %s', async (_, began) => {
    const as = await newProvedMember()
    await began(as)
    await pass(as, days(12))
    await pass(as, days(4))
    for (let hour = 0; hour < 3; hour += 1) {
      expect(await subscriptionOf(as)).toMatchObject({ state: 'expired', reason: 'unpaid', due_at: null })
      expect(await chargesOf(as)).toEqual(['failed'])
      await pass(as, hours(1) + 1000)
    }
    expect(await noticesOf(as, 'subscription')).toMatchObject([{ title: 'Your plan is over' }])
  })
})

describe('a subscription', () => {
  test('is paid once for a key, and is booked', async () => {
    const as = await newProvedMember()
    await newCard(as)
    const key = newId()
    const { body } = await granted(subscribe(as, {}, key))
    expect(body.data).toMatchObject({ payment: { status: 'succeeded' }, subscription: { state: 'active' } })
    await granted(subscribe(as, {}, key))
    expectProblem(await subscribe(as), 409, 'ALREADY_SUBSCRIBED')
    expectProblem(await subscribe(await newProvedMember(), { plan_id: newId() }), 404, 'NO_SUCH_PLAN')
    await expectNothingLost(as)
    const { rows } = await sql<{ amount_minor: number }>`
      select amount_minor from marketplace.wallet_transaction where user_id = ${as.id}`.execute(await db())
    expect(rows).toEqual([{ amount_minor: -499 }])
    const receipts = (await granted(call('GET', '/api/v1/payment-mgt/receipts', { as }))).body.data
    expect(receipts).toMatchObject([{ type: 'subscription', subject: 'Plus', total: 4.99 }])
  })

  test('is not paid a second time while the bank thinks about the first', async () => {
    const as = await newProvedMember()
    await newCard(as, 'late_success')
    const { body } = await granted(subscribe(as, { now: true }))
    expect(body.data.payment.status).toBe('processing')
    expectProblem(await subscribe(as, { now: true }), 409, 'PAYMENT_UNDER_WAY')
  })

  test('is not begun by a card that is declined', async () => {
    const as = await newProvedMember()
    await newCard(as, 'declined').catch(() => newCard(as, 'decline'))
    expectProblem(await subscribe(as), 402, 'PAYMENT_DECLINED')
    expect(await planOf(as)).toMatchObject({ state: 'none' })
  })

  test('is renewed after a mail, three days before at least', async () => {
    const as = await newProvedMember()
    await subscribed(as)
    const first = await subscriptionOf(as)
    await age(as, days(28))
    await runNow(tellSubscribers, {})
    await jobsDone()
    expect((await lastMail(as.email)).subject).toBe('Your plan will be renewed')
    await pass(as, days(6))
    const renewed = await subscriptionOf(as)
    expect(renewed).toMatchObject({ state: 'active', failures: 0 })
    expect(renewed?.paid_ms).toBeGreaterThan(first?.paid_ms ?? 0)
    await expectNothingLost(as)
  })

  test('is renewed on the day on which it began, or on the last of a month that is too short, until it is put off', async () => {
    const { clock } = await world()
    const at = <Result>(moment: Date, act: () => Promise<Result>) =>
      later(moment.getTime() - clock.now().getTime(), act)
    const endOf = async () => (await subscriptionOf(as))?.renews_at ?? new Date(0)
    const renewed = async (toldBeforeMs = days(3) + hours(6)) => {
      await at(new Date((await endOf()).getTime() - toldBeforeMs), async () => {
        await runNow(tellSubscribers, {})
        await jobsDone()
      })
      await at(new Date((await endOf()).getTime() + 1000), async () => {
        await runNow(tickSubscriptions, {})
        await jobsDone()
      })
      return (await endOf()).toISOString().slice(5, 10)
    }
    const [next = 0] = [1, 2]
      .map((years) => clock.now().getUTCFullYear() + years)
      .filter((year) => new Date(Date.UTC(year, 1, 29)).getUTCDate() === 1)
    const as = await at(new Date(Date.UTC(next, 0, 31, 10)), async () => {
      const person = await newProvedMember()
      await subscribed(person)
      return person
    })
    expect((await endOf()).toISOString().slice(5, 10)).toBe('02-28')
    for (const day of ['03-31', '04-30', '05-31']) expect(await renewed()).toBe(day)
    // Told of the last of May a day before, it waits until the second of June.
    expect(await renewed(days(1))).toBe('07-02')
    expect(await renewed()).toBe('08-02')
    await expectNothingLost(as)
  })

  test('is renewed with the default card, where the one that it was begun with is removed', async () => {
    const as = await newProvedMember()
    await granted(tools(as, 'trial-start', {}))
    const first = await newCard(as)
    await granted(subscribe(as, { payment_method_id: first, now: true }))
    await dueSubscription(as)
    await pass(as, 0)
    expect(await chargesOf(as)).toEqual(['paid', 'paid'])
    expectProblem(await removeCard(as, first), 409, 'IN_USE')
    const second = await newCard(as, 'late_success')
    for (const _ of [1, 2]) await granted(removeCard(as, first))
    await newCard(as)
    await granted(removeCard(as, second))
    await dueSubscription(as)
    await pass(as, 0)
    expect(await chargesOf(as)).toEqual(['paid', 'paid', 'paid'])
    expect(await planOf(as)).toMatchObject({ state: 'active', has_access: true })
  })

  test('that nobody can pay stays open for a week, is tried three times more, and ends', async () => {
    const as = await newProvedMember()
    await unpaid(as)
    expect(await planOf(as)).toMatchObject({ state: 'past_due', has_access: true })
    await pass(as, days(4))
    await pass(as, days(4))
    expect(await planOf(as)).toMatchObject({ state: 'past_due', has_access: false })
    await pass(as, days(7))
    expect(await subscriptionOf(as)).toMatchObject({ state: 'canceled', reason: 'unpaid' })
    await expectNothingLost(as)
  })

  test('that nobody can pay and is cancelled stays open for its week, and is charged only if that is taken back', async () => {
    const [as, other] = [await newProvedMember(), await newProvedMember()]
    for (const person of [as, other]) {
      await unpaid(person)
      const { access_until: until } = (await subscriptionOf(person)) ?? {}
      await granted(tools(person, 'cancel-subscription', {}))
      expect(await planOf(person)).toMatchObject({
        ...{ state: 'cancel_scheduled', has_access: true },
        cancel_at: until?.toISOString(),
      })
    }
    const tries = () => sql<{ tries: number }>`
      select count(*)::int as tries from marketplace.subscription_charge where user_id in (${as.id}, ${other.id})`
    const before = await tries().execute(await db())
    await pass(as, days(4))
    expect((await tries().execute(await db())).rows).toEqual(before.rows)
    await newCard(as)
    await granted(tools(as, 'reinstate-subscription'))
    expect(await planOf(as)).toMatchObject({ state: 'past_due', has_access: true, cancel_at: null })
    expect((await tries().execute(await db())).rows).toEqual(before.rows)
    await pass(as, days(2))
    expect(await planOf(as)).toMatchObject({ state: 'active' })
    await pass(other, days(8))
    expect(await planOf(other)).toMatchObject({ state: 'canceled', has_access: false })
    for (const person of [as, other]) await expectNothingLost(person)
  })

  test('that nobody can pay ends at once when it is cancelled after its week', async () => {
    const as = await newProvedMember()
    await unpaid(as)
    await age(as, days(8))
    await granted(tools(as, 'cancel-subscription', {}))
    expect(await planOf(as)).toMatchObject({ state: 'canceled', has_access: false })
    await expectNothingLost(as)
  })

  test('that is cancelled stays open until its end, and is taken back before', async () => {
    const as = await newProvedMember()
    expectProblem(await tools(as, 'cancel-subscription', {}), 409, 'NO_SUBSCRIPTION')
    expectProblem(await tools(as, 'reinstate-subscription'), 409, 'SUBSCRIPTION_ENDED')
    await subscribed(as)
    const { renews_at: renewsAt } = await planOf(as)
    const before = await countMails(as.email)
    for (const _ of [1, 2]) await granted(tools(as, 'cancel-subscription', {}))
    // Whoever cancels has it in writing, once, with the day until which it is open to them.
    expect(await countMails(as.email)).toBe(before + 1)
    const day = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(
      new Date(renewsAt),
    )
    expect(await lastMail(as.email)).toMatchObject({
      subject: 'You have cancelled your plan',
      text: expect.stringContaining(day),
    })
    expect(await noticesOf(as, 'subscription')).toMatchObject([{ title: 'You have cancelled your plan' }])
    expect(await planOf(as)).toMatchObject({
      state: 'cancel_scheduled',
      has_access: true,
      cancel_at: renewsAt,
    })
    for (const _ of [1, 2]) await granted(tools(as, 'reinstate-subscription'))
    expect(await planOf(as)).toMatchObject({ state: 'active', renews_at: renewsAt })
    await granted(tools(as, 'cancel-subscription', {}))
    await pass(as, days(40))
    expect(await planOf(as)).toMatchObject({ state: 'canceled', has_access: false })
    await expectNothingLost(as)
  })

  test('that ends at once gives back what was not used, to the cent', async () => {
    const as = await newProvedMember()
    await subscribed(as)
    await granted(tools(as, 'cancel-subscription', { immediately: true }))
    await granted(tools(as, 'cancel-subscription', { immediately: true }))
    await jobsDone()
    await expectNothingLost(as)
    const { rows } = await sql<{ amount_minor: number; status: string }>`
      select r.amount_minor, r.status from marketplace.refund r join marketplace.payment p on p.id = r.payment_id
      where p.user_id = ${as.id}`.execute(await db())
    expect(rows).toEqual([{ amount_minor: 499, status: 'succeeded' }])
  })

  test('that is paused keeps what is left, and goes on by itself', async () => {
    const as = await newProvedMember()
    expectProblem(await tools(as, 'pause-subscription', {}), 409, 'INVALID_STATE')
    expectProblem(await tools(as, 'unpause-subscription'), 409, 'NOT_PAUSED')
    await subscribed(as)
    await age(as, days(10))
    const late = { resume_at: new Date((await world()).clock.now().getTime() + days(91)).toISOString() }
    expectProblem(await tools(as, 'pause-subscription', late), 400, 'VALIDATION_FAILED')
    await granted(tools(as, 'pause-subscription', {}))
    const paused = await subscriptionOf(as)
    expect(await planOf(as)).toMatchObject({ state: 'paused', has_access: false })
    await pass(as, days(91))
    const on = await subscriptionOf(as)
    expect(on?.state).toBe('active')
    expect((on?.period_end?.getTime() ?? 0) - (on?.period_start?.getTime() ?? 0)).toBe(paused?.banked_ms)
    expectProblem(await tools(as, 'pause-subscription', {}), 409, 'PAUSE_LIMIT')
    await expectNothingLost(as)
  })

  test('loses no paid second, whatever is done to it at the same time', async () => {
    const step = fc.constantFrom('cancel', 'reinstate', 'pause', 'unpause', 'renew', 'tick', 'wait', 'due')
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { minLength: 2, maxLength: 5 }),
        async (rounds) => {
          const as = await newProvedMember()
          await subscribed(as)
          for (const round of rounds) {
            await Promise.all(round.map((what) => act(as, what)))
            await expectNothingLost(as)
          }
          await jobsDone()
          await expectNothingLost(as)
        },
      ),
      { numRuns: 12 },
    )
  })

  test('is charged at most once where cancelling meets the renewal', async () => {
    for (let round = 0; round < 5; round += 1) {
      const as = await newProvedMember()
      await subscribed(as)
      const { id: subscriptionId, failures } = await dueSubscription(as)
      await Promise.all([
        runNow(renewSubscription, { subscriptionId, failures }),
        runNow(renewSubscription, { subscriptionId, failures }),
        ...Array.from({ length: 5 }, () => tools(as, 'cancel-subscription', {})),
      ])
      await jobsDone()
      const { rows } = await sql<{ status: string }>`
        select status from marketplace.subscription_charge where user_id = ${as.id} order by created_at`.execute(
        await db(),
      )
      expect(rows.length).toBeLessThanOrEqual(2)
      expect(['cancel_scheduled', 'canceled']).toContain((await subscriptionOf(as))?.state)
      await expectNothingLost(as)
    }
  })
})

async function act(as: TestPerson, what: string): Promise<void> {
  const row = await subscriptionOf(as)
  if (what === 'tick') return runNow(tickSubscriptions, {})
  if (what === 'wait') return age(as, hours(7))
  if (what === 'due') return row?.state === 'active' ? makeDue(as, row) : undefined
  if (what === 'renew') {
    if (row) await runNow(renewSubscription, { subscriptionId: row.id, failures: row.failures })
    return
  }
  const { status } = await tools(
    as,
    `${what}-subscription`,
    what === 'cancel' || what === 'pause' ? {} : undefined,
  )
  expect([200, 409]).toContain(status)
}

test('shares of an amount are even about a half', () => {
  expect([shareOf(499, 1, 2), shareOf(497, 1, 2), shareOf(1, 1, 3), shareOf(499, 5, 5)]).toEqual([
    250, 248, 0, 499,
  ])
})

describe('what is bought in the shop of a phone', () => {
  const webhook = operationNamed('marketplace', 'receiveMobilePaymentWebhook')

  test('ends in one state, in whatever order its six events come, and twice', async () => {
    const as = await newProvedMember()
    const now = (await world()).clock.now()
    const types = [
      ...['INITIAL_PURCHASE', 'RENEWAL', 'BILLING_ISSUE'],
      ...['CANCELLATION', 'UNCANCELLATION', 'SUBSCRIPTION_PAUSED'],
    ]
    const orders = permutations([0, 1, 2, 3, 4, 5])
    expect(orders).toHaveLength(720)
    const ends = new Set<string>()
    for (const order of orders) {
      const { storeId } = storeEventsOf(as.id, now)
      await inProduct('marketplace', async ({ db: within }) => {
        for (const n of [...order, ...order]) {
          const eventAt = new Date(now.getTime() + n * 1000)
          const said = readStoreEvent({
            ...{ id: `${storeId} ${n}`, type: types[n] ?? '', event_timestamp_ms: eventAt.getTime() },
            ...{
              app_user_id: as.id,
              product_id: 'any',
              store: 'PLAY_STORE',
              original_transaction_id: storeId,
            },
            expiration_at_ms: now.getTime() + days(30 + n),
          })
          if (!said) throw new Error('an event says nothing')
          const told = { eventId: `${storeId} ${n}`, eventAt, mode: 'test' as const, planId: plusId, now }
          await keepStoreState(within, said, told)
        }
        const { rows } = await sql<{ state: string; access_until: Date }>`
          select state, access_until, renews_at, cancel_at, ended_at from marketplace.subscription
          where store_id = ${storeId}`.execute(within)
        ends.add(JSON.stringify(rows))
      })
    }
    expect([...ends]).toEqual([expect.stringContaining('"paused"')])
  })

  test('opens the plan until it expires, and is changed there', async () => {
    const as = await newProvedMember()
    const { event } = storeEventsOf(as.id, (await world()).clock.now())
    const at = (await world()).clock.now().getTime()
    const hear = async (way: ReturnType<typeof event>) => {
      expect((await perform(webhook, way)).status).toBe(200)
      await jobsDone()
    }
    expectProblem(await perform(webhook, { ...event('TEST'), body: { event: {} } }), 400, 'VALIDATION_FAILED')
    await hear(event('SOMETHING_NEW'))
    await hear(event('TEST'))
    await hear(event('INITIAL_PURCHASE', { environment: 'PRODUCTION' }))
    expect(await planOf(as)).toMatchObject({ state: 'none' })
    await hear(event('INITIAL_PURCHASE'))
    expect(await planOf(as)).toMatchObject({ state: 'active', provider: 'apple', has_access: true })
    for (const command of ['cancel', 'reinstate', 'pause', 'unpause'])
      expectProblem(
        await tools(
          as,
          `${command}-subscription`,
          command === 'cancel' || command === 'pause' ? {} : undefined,
        ),
        409,
        'BOUGHT_ELSEWHERE',
      )
    expectProblem(await subscribe(as), 409, 'ALREADY_SUBSCRIBED')
    await hear(event('SUBSCRIPTION_PAUSED', { event_timestamp_ms: at + 10 }))
    expect(await planOf(as)).toMatchObject({ state: 'paused', has_access: true })
    await hear(event('RENEWAL', { event_timestamp_ms: at + 5 }))
    expect(await planOf(as)).toMatchObject({ state: 'paused' })
    const other = await newProvedMember()
    await hear(
      event('TRANSFER', {
        event_timestamp_ms: at + 15,
        transferred_from: [as.id],
        transferred_to: [other.id],
      }),
    )
    expect(await planOf(other)).toMatchObject({ state: 'paused', has_access: true })
    await hear(event('EXPIRATION', { event_timestamp_ms: at + 20, app_user_id: other.id }))
    expect(await planOf(other)).toMatchObject({ state: 'expired', has_access: false })
  })

  test.each([
    ['renews itself', subscribed],
    ['could not be renewed', unpaid],
  ])('ends what was bought here and %s', async (_, bought) => {
    const as = await newProvedMember()
    await bought(as)
    await perform(webhook, storeEventsOf(as.id, (await world()).clock.now()).event('INITIAL_PURCHASE'))
    await jobsDone()
    const { rows } = await sql<{ state: string }>`
      select state from marketplace.subscription where user_id = ${as.id} and provider = 'web'`.execute(
      await db(),
    )
    expect(rows).toEqual([{ state: 'cancel_scheduled' }])
  })

  test('lets what was paused here come to its end, and has it not renewed', async () => {
    const as = await newProvedMember()
    await subscribed(as)
    await age(as, days(20))
    const now = (await world()).clock.now()
    await granted(tools(as, 'pause-subscription', { resume_at: new Date(now.getTime() + days(1)) }))
    const told = { expiration_at_ms: now.getTime() + days(60) }
    await perform(webhook, storeEventsOf(as.id, now).event('INITIAL_PURCHASE', told))
    await jobsDone()
    const bought = async () =>
      (
        await sql<{ state: string; reason: string | null }>`
          select state, reason from marketplace.subscription where user_id = ${as.id} and provider = 'web'`.execute(
          await db(),
        )
      ).rows
    await pass(as, days(2))
    expect(await bought()).toEqual([{ state: 'active', reason: null }])
    await pass(as, days(8))
    await pass(as, days(4))
    expect(await bought()).toEqual([{ state: 'canceled', reason: 'bought_elsewhere' }])
    expect(await chargesOf(as)).toEqual(['paid'])
    expect(await planOf(as)).toMatchObject({ state: 'active', provider: 'apple', has_access: true })
    await expectNothingLost(as)
  })
})

const permutations = (of: number[]): number[][] =>
  of.length < 2
    ? [of]
    : of.flatMap((one) => permutations(of.filter((other) => other !== one)).map((rest) => [one, ...rest]))

describe('plans', () => {
  test('have versions: who has subscribed keeps what they agreed to', async () => {
    const administrator = await newStaff('administrator')
    const key = `p-${newId()}`
    const plan = {
      name: 'Large',
      price: 12.5,
      currency: 'HUF',
      months: 1,
      trial_days: 0,
      quotas: { saved_searches: 40, transaction_exports: 3 },
      is_offered: true,
    }
    const publish = (changes: object) =>
      call('PUT', `/api/v1/admin/plans/${key}`, { as: administrator, body: { ...plan, ...changes } })
    const { body: first } = await granted(publish({}))
    const as = await newProvedMember()
    await newCard(as)
    await granted(subscribe(as, { plan_id: first.data.plan_id }))
    const { body: second } = await granted(publish({ price: 20, is_offered: false }))
    expect(second.data).toMatchObject({ version: 2, price_minor: 2000 })
    expect((await planOf(as)).plan).toMatchObject({ plan_id: first.data.plan_id, price: 12.5 })
    await pass(as, days(28))
    expect((await lastMail(as.email)).text).toContain('for HUF\u00a012.50.')
    expectProblem(await publish({ price: 1.234 }), 400, 'PRICE_PRECISION')
    expectProblem(await publish({ price: 0 }), 400, 'VALIDATION_FAILED')
    expect(plusId).toHaveLength(36)
  })
})

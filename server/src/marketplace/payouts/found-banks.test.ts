import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { minutes } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { inProduct } from '../../testing/jobs.ts'
import { call, expectProblem, granted, newMember, type TestPerson, world } from '../../testing/kit.ts'
import { jobsDone } from '../../testing/rows.ts'
import { hmacSigner } from '../../testing/signer.ts'
import { stripeWorld } from '../../testing/stripe-world.ts'
import { followPayeeNews } from './public.ts'

/** Bank accounts that people add on Stripe's own pages, played by a local server. */

const connectSecret = `whsec_${'c'.repeat(24)}`
const { clock, stripe } = await stripeWorld(() => ({ STRIPE_CONNECT_WEBHOOK_SECRETS: connectSecret }))

const base = '/api/v1/payment-mgt'
const linkFor = (as: TestPerson, query: object = {}) =>
  call('POST', `${base}/identity-link`, { as, query: { ...query } })
const refreshed = async (as: TestPerson) =>
  (await granted(call('POST', `${base}/refresh-bank-accounts`, { as }))).body.data
const banksOf = async (as: TestPerson) =>
  (await granted(call('GET', `${base}/bank-accounts`, { as }))).body.data

/** Says on Stripe's page who somebody is, and types the number of their account there. @returns where it leads */
async function type(as: TestPerson, iban: string): Promise<string | null> {
  const { body } = await granted(linkFor(as, { country: 'AT' }))
  const typed = new URLSearchParams({ name: 'Ada Lovelace', iban })
  return (await fetch(body.data.url, { method: 'POST', body: typed, redirect: 'manual' })).headers.get(
    'location',
  )
}

test('whoever has none says first in which country their bank is, and comes back with what they typed at Stripe', async () => {
  const person = await newMember()
  expectProblem(await linkFor(person), 404, 'NO_SUCH_BANK_ACCOUNT')
  expect(await refreshed(person)).toEqual([])
  expect(await type(person, 'AT61 1904 3002 3457 3201')).toMatch(/\/wallet\/bank-accounts\?returned=true$/)
  const [bank, ...others] = await refreshed(person)
  expect(others).toEqual([])
  expect(bank).toMatchObject({
    ...{ last4: '3201', holder_name: 'Ada Lovelace', country: 'AT', currency: 'EUR' },
    ...{ status: 'verified', is_default: true },
  })
  expect(JSON.stringify(bank)).not.toContain('3457')
  expect(await refreshed(person)).toEqual([bank])
  expect((await granted(linkFor(person))).body.data.is_payable).toBe(true)
})

test('whom Stripe pays out to in no such country is told so, and may name another', async () => {
  const person = await newMember()
  stripe.fail('POST', '/v1/accounts', 'declined')
  expectProblem(await linkFor(person, { country: 'AQ' }), 400, 'BANK_TOKEN_INVALID')
  await granted(linkFor(person, { country: 'AT' }))
})

test('what Stripe tells of an account brings its banks, and what was removed here stays removed', async () => {
  const person = await newMember()
  await type(person, 'AT61 1904 3002 3457 0001')
  const account = [...stripe.banks.values()].at(-1)?.account ?? ''
  const told = () =>
    inProduct('marketplace', (work) => followPayeeNews(work, { kind: 'account', id: account }))
  await told()
  await jobsDone()
  const [first] = await banksOf(person)
  expect(first).toMatchObject({ last4: '0001', is_default: true })

  await type(person, 'AT61 1904 3002 3457 0002')
  // Only its owner removes it there.
  stripe.fail(
    'DELETE',
    `/v1/accounts/${account}/external_accounts/${[...stripe.banks.keys()].at(-2)}`,
    'declined',
  )
  await granted(call('DELETE', `${base}/delete-bank-account/${first._id}`, { as: person }))
  await told()
  await jobsDone()
  expect(await banksOf(person)).toMatchObject([{ last4: '0002', is_default: true }])
})

test('an account for test money is none for real money, and each has a default of its own', async () => {
  const person = await newMember()
  const { db } = (await world()).host.services
  const payeeId = newId()
  await sql`
    insert into marketplace.payee (id, user_id, provider, mode, country, provider_payee_id, created_at)
    values (${payeeId}, ${person.id}, 'stripe', 'live', 'AT', ${`acct_${payeeId}`}, now())`.execute(db)
  await sql`
    insert into marketplace.bank_account (id, user_id, payee_id, provider_bank_id, fingerprint, bank_name, last4, holder_name,
      country, currency, status, is_default, created_at)
    values (${newId()}, ${person.id}, ${payeeId}, 'ba_real', 'real', 'Bank', '9999', 'Ada', 'AT', 'EUR', 'verified', true, now())`.execute(
    db,
  )
  expect(await banksOf(person)).toEqual([])
  await type(person, 'AT61 1904 3002 3457 0006')
  expect(await refreshed(person)).toMatchObject([{ last4: '0006', is_default: true }])
})

test('an account that was removed at Stripe and added again there is the same here', async () => {
  const person = await newMember()
  await type(person, 'AT61 1904 3002 3457 0003')
  const [bank] = await refreshed(person)
  const [[id = ''] = []] = [...stripe.banks].slice(-1)
  stripe.banks.delete(id)
  await type(person, 'AT61 1904 3002 3457 0003')
  expect(await refreshed(person)).toEqual([bank])
  expect(stripe.banks.size).toBeGreaterThan(0)
})

/** What Stripe tells through the door of connected accounts, of a bank account there. */
async function tell(type: string, account: string, bankId: string): Promise<void> {
  const event = {
    ...{ id: `evt_${newId()}`, object: 'event', type, livemode: false, account },
    data: { object: { id: bankId, object: 'bank_account', account } },
  }
  const signer = hmacSigner(connectSecret, { header: 'stripe-signature', holdsMs: minutes(5) })
  const signed = await signer.sign(Buffer.from(JSON.stringify(event)), clock.now())
  expect((await call('POST', `${base}/stripe-connect-webhook`, signed)).status).toBe(200)
  await jobsDone()
}

test('what was removed at Stripe goes here as well, and another account takes its place', async () => {
  const person = await newMember()
  await type(person, 'AT61 1904 3002 3457 0004')
  await refreshed(person)
  await type(person, 'AT61 1904 3002 3457 0005')
  expect(await refreshed(person)).toMatchObject([
    { last4: '0004', is_default: true },
    { last4: '0005', is_default: false },
  ])
  const [[id = '', { account = '' } = {}] = []] = [...stripe.banks].slice(-2)
  stripe.banks.delete(id)
  // One that is there since a moment is not missed in an answer that may be older.
  await tell('account.external_account.deleted', account, id)
  expect(await banksOf(person)).toHaveLength(2)
  clock.advance(minutes(1))
  await tell('account.external_account.deleted', account, id)
  expect(await banksOf(person)).toMatchObject([{ last4: '0005', is_default: true }])
  await tell('account.external_account.deleted', account, id)
  expect(await banksOf(person)).toMatchObject([{ last4: '0005', is_default: true }])

  // Whoever adds it again has it again.
  await type(person, 'AT61 1904 3002 3457 0004')
  expect(await refreshed(person)).toMatchObject([
    { last4: '0005', is_default: true },
    { last4: '0004', is_default: false },
  ])
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { movableClock } from '../../platform/clock.ts'
import { inProduct } from '../../testing/jobs.ts'
import { call, expectProblem, granted, newMember, type TestPerson } from '../../testing/kit.ts'
import { closeProviders } from '../../testing/providers.ts'
import { jobsDone } from '../../testing/rows.ts'
import { type StripeServer, startStripeServer } from '../../testing/stripe-server.ts'
import { closeWorld, worldWith } from '../../testing/world.ts'
import { followPayeeNews } from './public.ts'

/** Bank accounts that people add on Stripe's own pages, played by a local server. */

const clock = movableClock()
let stripe: StripeServer

beforeAll(async () => {
  stripe = await startStripeServer(clock)
  await worldWith({
    clock,
    variables: {
      PAYMENTS_PROVIDER: 'stripe',
      STRIPE_SECRET_KEY: stripe.secretKey,
      STRIPE_BASE_URL: stripe.url,
    },
  })
})
afterAll(async () => {
  await closeWorld()
  await closeProviders()
  await stripe.close()
})

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

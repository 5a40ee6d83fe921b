import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allOperations } from '../host.ts'
import { proveWholeLedger } from '../marketplace/wallet/jobs.ts'
import { minutes } from '../platform/clock.ts'
import { problemsOf } from '../platform/http/openapi.ts'
import type { Registered } from '../platform/operation/registry.ts'
import type { Arranged } from './arranged.ts'
import { arrange, operationNamed, perform } from './arrangements.ts'
import { type Cast, newCast } from './cast.ts'
import { runNow } from './jobs.ts'
import { expectProblem, newMember, world } from './kit.ts'
import { fillWallet } from './money.ts'
import { noticeOf } from './payments.ts'
import { closeProviders, openPorts } from './providers.ts'
import { rowsOfAllTables } from './rows.ts'
import { closeWorld, openApp, worldWith } from './world.ts'

/** What operations that have to do with money answer while it cannot move, asked of each that declares it. */

let cast: Cast

beforeAll(async () => {
  await worldWith({})
  cast = await newCast()
})
afterAll(async () => {
  await closeProviders()
  await closeWorld()
})

const declaring = (code: string): Registered[] =>
  allOperations().filter((registered) => problemsOf(registered).some((problem) => problem.code === code))

/** One call of each that would succeed. */
async function waysOf(operations: Registered[]): Promise<[Registered, Arranged][]> {
  const ways: [Registered, Arranged][] = []
  for (const registered of operations) {
    const [way] = await arrange(registered, cast)
    if (way) ways.push([registered, way])
  }
  return ways
}

/** All that was ever booked. */
const books = async () => (await rowsOfAllTables())['marketplace.ledger_line']

describe('while nobody processes payments', () => {
  const needing = declaring('PROVIDER_NOT_CONFIGURED').filter(
    ({ id, path }) =>
      // PayPal is another provider, and may be off where cards are not.
      id !== 'receiveInstantNotice' && /^\/api.*(payment|package|user-tools|mobile)/.test(path),
  )

  test('no card is charged and no bank account kept, and the operator’s part is named', async () => {
    expect(needing.length).toBeGreaterThan(10)
    const ways = await waysOf(needing)
    const before = await books()
    const app = await openApp({
      providers: await openPorts({ PAYMENTS_PROVIDER: 'off', MOBILE_PAYMENTS_PROVIDER: 'off' }),
      paymentProvider: null,
    })
    for (const [registered, way] of ways) {
      const answer = await perform(registered, way, app)
      expect([registered.id, answer.status, answer.text]).toEqual([registered.id, 503, answer.text])
      expectProblem(answer, 503, 'PROVIDER_NOT_CONFIGURED')
    }
    expect(await books()).toEqual(before)
    await app.close()
  })
})

describe('what began with a provider', () => {
  const asking = declaring('PROVIDER_UNAVAILABLE').filter(({ path }) =>
    /payment-mgt|user-tools\/subscribe/.test(path),
  )

  test('is not carried on with another one, which the operator has chosen meanwhile', async () => {
    const ways = await waysOf(asking.filter(({ id }) => id !== 'simulatePayment'))
    expect(ways.length).toBeGreaterThan(3)
    const before = await books()
    const app = await openApp({
      providers: await openPorts({ PAYMENTS_PROVIDER: 'stripe', STRIPE_SECRET_KEY: 'sk_test_1' }),
    })
    for (const [registered, way] of ways) {
      const answer = await perform(registered, way, app)
      expect([registered.id, answer.status, answer.text]).toEqual([registered.id, 503, answer.text])
      expectProblem(answer, 503, 'PROVIDER_UNAVAILABLE')
    }
    expect(await books()).toEqual(before)
    await app.close()
  })
})

describe('a notification', () => {
  test.each([
    ['receivePaymentWebhook', 'platform'],
    ['receiveConnectWebhook', 'connected'],
  ] as const)('at %s under a name that nothing has is refused', async (id, door) => {
    const notice = noticeOf(
      { id: 'pi_1', object: 'payment_intent' },
      'payment_intent.succeeded',
      door,
      'a\0b',
    )
    const answer = await perform(operationNamed('marketplace', id), notice)
    expectProblem(answer, 400, 'VALIDATION_FAILED', 'body.id')
  })
})

describe('where money is real', () => {
  test.each(['getTestBankTokens', 'getTestPaymentId', 'simulatePayment', 'simulatePayout', 'simulateSetup'])(
    'nothing can be tried with %s',
    async (id) => {
      const registered = operationNamed('marketplace', id)
      const [way] = await arrange(registered, cast)
      const app = await openApp({ isProduction: true, moneyMode: 'live' })
      expectProblem(await perform(registered, way ?? {}, app), 404, 'NOT_IN_TEST_MODE')
      await app.close()
    },
  )
})

// Last: the books stay wrong.
describe('while the books do not add up', () => {
  const moving = declaring('MONEY_STOPPED')

  test('no operation moves money, and each says so', { timeout: minutes(2) }, async () => {
    expect(moving.length).toBeGreaterThan(8)
    const ways = await waysOf(moving)
    const { id } = await newMember()
    await fillWallet({ id }, 1000)
    await sql`
      update marketplace.ledger_account set balance_minor = balance_minor + 1 where person_id = ${id}`.execute(
      (await world()).host.services.db,
    )
    await runNow(proveWholeLedger, {})
    const before = await books()
    for (const [registered, way] of ways) {
      const answer = await perform(registered, way)
      expect([registered.id, answer.status, answer.text]).toEqual([registered.id, 503, answer.text])
      expectProblem(answer, 503, 'MONEY_STOPPED')
    }
    expect(await books()).toEqual(before)
  })
})

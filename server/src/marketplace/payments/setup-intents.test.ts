import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import pino from 'pino'
import { describe, expect, onTestFinished, test } from 'vitest'
import { days, minutes, seconds } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
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
import { addFunds, saveCard } from '../../testing/payments.ts'
import { openPorts } from '../../testing/providers.ts'
import { stripeWorld } from '../../testing/stripe-world.ts'
import { openApp } from '../../testing/world.ts'
import { deletePayee } from '../payouts/jobs.ts'
import { eraseLeftAccounts } from '../personal-data/jobs.ts'
import { deleteCustomer } from './jobs.ts'
import { reserveCustomer } from './queries.ts'

/** M89 through HTTP, with Stripe behind a local server that speaks its protocol and keeps what it made. */

const { clock, stripe } = await stripeWorld(({ url, publishableKey }) => ({
  STEP_RECOVERY_SECONDS: '1',
  STRIPE_PUBLISHABLE_KEY: publishableKey,
  STRIPE_SCRIPT_URL: `${url}/v3/`,
}))

const path = '/api/v1/payment-mgt/create-setup-intent'

const ask = (
  as: { token: string },
  { key = newId(), app, ...body }: { key?: string; app?: FastifyInstance; usage?: string } = {},
) => call('POST', path, { as, app, body, headers: { 'idempotency-key': key } })

const customersOf = ({ id }: TestPerson) =>
  [...stripe.customers.values()].filter(({ metadata }) => metadata.plaza_person === id)
const intentsOf = (person: TestPerson) => {
  const ids: unknown[] = customersOf(person).map(({ id }) => id)
  return [...stripe.setupIntents.values()].filter(({ customer }) => ids.includes(customer))
}

/** What the phone does with what it was given. */
async function finish(intent: { setup_intent_id: string; client_secret: string }): Promise<void> {
  const { setup_intent_id: id, client_secret } = intent
  const answer = await fetch(`${stripe.url}/v1/setup_intents/${id}/confirm`, {
    method: 'POST',
    headers: { authorization: `Bearer ${stripe.publishableKey}` },
    body: new URLSearchParams({ client_secret, payment_method: 'pm_card_visa' }),
  })
  expect(answer.status).toBe(200)
}

test('pages are told with which key and script they show Stripe’s form', async () => {
  const { body } = await granted(call('GET', '/api/v1/payment-mgt/card-form', { as: await newMember() }))
  expect(body.data).toEqual({
    provider: 'stripe',
    mode: 'test',
    publishable_key: stripe.publishableKey,
    script_url: `${stripe.url}/v3/`,
  })
})

test('a key for pages is of the mode of the secret one', async () => {
  const keys = { STRIPE_SECRET_KEY: 'sk_test_51Plaza', STRIPE_PUBLISHABLE_KEY: 'pk_live_51Plaza' }
  await expect(openPorts({ PAYMENTS_PROVIDER: 'stripe', ...keys })).rejects.toThrow(/different modes/)
})

describe('a payment that its owner left at their bank’s question', () => {
  const resume = (as: TestPerson, payment_id: string) =>
    call('POST', '/api/v1/payment-mgt/resume-payment', { as, body: { payment_id } })

  async function leftAtTheBank(as: TestPerson) {
    await granted(saveCard(as, { payment_method_id: 'pm_card_authenticationRequired' }))
    const { data } = (await granted(addFunds(as, { amount: 12, currency: 'EUR' }))).body
    expect(data).toMatchObject({ status: 'requires_action', client_secret: expect.stringMatching(/^pi_/) })
    return { id: String(data._id), secret: String(data.client_secret) }
  }

  async function answerBank(client_secret: string, outcome: 'succeed' | 'fail') {
    const [id] = client_secret.split('_secret_')
    await fetch(`${stripe.url}/v1/payment_intents/${id}/authenticate`, {
      method: 'POST',
      headers: { authorization: `Bearer ${stripe.publishableKey}` },
      body: new URLSearchParams({ client_secret, outcome }),
    })
  }

  test('is taken up again, and is there as soon as somebody asks once it is answered', async () => {
    const [member, other] = [await newMember(), await newMember()]
    const { id, secret } = await leftAtTheBank(member)
    expect((await granted(resume(member, id))).body.data).toMatchObject({
      status: 'requires_action',
      client_secret: secret,
    })
    expectProblem(await resume(other, id), 404, 'NO_SUCH_PAYMENT')
    expectProblem(await resume(member, newId()), 404, 'NO_SUCH_PAYMENT')
    await answerBank(secret, 'succeed')
    const answered = { status: 'succeeded', client_secret: null, approval_url: null }
    expect((await granted(resume(member, id))).body.data).toMatchObject(answered)
    expect((await granted(resume(member, id))).body.data).toMatchObject(answered)
    const { body } = await granted(call('GET', '/api/v1/payment-mgt/view-balance', { as: member }))
    expect(body.data[0]).toMatchObject({ available: 12, currency: 'EUR' })
  })

  test('fails when its owner tells the bank no, and nobody pays it with another card', async () => {
    const member = await newMember()
    const { id, secret } = await leftAtTheBank(member)
    await answerBank(secret, 'fail')
    expect((await granted(resume(member, id))).body.data).toMatchObject({
      status: 'failed',
      client_secret: null,
    })
    expect(stripe.payments.get(secret.split('_secret_')[0] ?? '')?.status).toBe('canceled')
  })

  test('stays as it was while Stripe does not answer', async () => {
    const member = await newMember()
    const { id, secret } = await leftAtTheBank(member)
    const path = `/v1/payment_intents/${secret.split('_secret_')[0]}`
    onTestFinished(() => stripe.mend())
    stripe.fail('GET', path, 'down', 'down', 'down', 'down', 'down', 'down')
    expect((await granted(resume(member, id))).body.data).toMatchObject({
      status: 'requires_action',
      client_secret: secret,
    })
  })
})

describe('a setup intent', () => {
  test('is made for a customer of one’s own', async () => {
    const member = await newMember()
    const { status, body } = await ask(member)
    expect(status).toBe(200)
    const [customer] = customersOf(member)
    const [intent] = intentsOf(member)
    expect(customer).toMatchObject({ email: member.email })
    expect(intent).toMatchObject({
      customer: customer?.id,
      usage: 'off_session',
      payment_method_types: ['card'],
    })
    expect(body.data).toEqual({
      setup_intent_id: intent?.id,
      client_secret: intent?.client_secret,
      status: 'requires_payment_method',
      usage: 'off_session',
      provider: 'stripe',
      mode: 'test',
      reused_until: expect.stringMatching(/Z$/),
    })
  })

  test('tells its secret to nobody who reads what is kept of the answer', async () => {
    const member = await newMember()
    const secret: string = (await ask(member)).body.data.client_secret
    const { host } = await world()
    const { rows } = await sql<{ kept: string }>`
      select i::text as kept from platform.idempotency i where scope like ${`%/${member.id}`}`.execute(
      host.services.db,
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]?.kept).not.toContain(secret)
  })

  test('is the same for an hour, for each usage, and another one afterwards', async () => {
    const member = await newMember()
    const first = (await ask(member)).body.data
    expect((await ask(member)).body.data).toEqual(first)
    const other = (await ask(member, { usage: 'on_session' })).body.data
    expect(other).toMatchObject({ usage: 'on_session' })
    expect(other.setup_intent_id).not.toBe(first.setup_intent_id)
    await later(minutes(59), async () => {
      expect((await ask(await signedIn(member))).body.data).toEqual(first)
    })
    await later(minutes(61), async () => {
      const next = (await ask(await signedIn(member))).body.data
      expect(next.setup_intent_id).not.toBe(first.setup_intent_id)
      expect((await ask(await signedIn(member))).body.data).toEqual(next)
    })
    expect(customersOf(member)).toHaveLength(1)
    expect(intentsOf(member)).toHaveLength(3)
  })

  test('that the phone has finished is followed by another', async () => {
    const member = await newMember()
    const first = (await ask(member)).body.data
    await finish(first)
    const answers = await Promise.all([ask(member), ask(member)])
    const [next, same] = answers.map(({ body }) => body.data)
    expect(next).toEqual(same)
    expect(next).toMatchObject({ status: 'requires_payment_method' })
    expect(intentsOf(member).map(({ id }) => id)).toEqual([first.setup_intent_id, next.setup_intent_id])
  })

  test('is one, of one customer, however many phones press at once', async () => {
    const member = await newMember()
    const answers = await Promise.all(Array.from({ length: 6 }, () => ask(member)))
    const [first, ...others] = answers.map(({ status, body }) => ({ status, data: body.data }))
    expect(first?.status).toBe(200)
    for (const other of others) expect(other).toEqual(first)
    expect(customersOf(member)).toHaveLength(1)
    expect(intentsOf(member)).toHaveLength(1)
  })
})

describe('when the provider', () => {
  const requestsTo = (path: string) =>
    stripe.requests.filter((request) => request.path === path).map(({ method }) => method)

  test.each(['/v1/customers', '/v1/setup_intents'])(
    'loses its answers at %s, it is asked before anything is repeated',
    async (at) => {
      const member = await newMember()
      stripe.requests.length = 0
      stripe.fail('POST', at, 'broken-after')
      expect((await ask(member)).status).toBe(200)
      expect(requestsTo(at)).toEqual(['POST', 'GET'])
      expect(customersOf(member)).toHaveLength(1)
      expect(intentsOf(member)).toHaveLength(1)
    },
  )

  /** It is well again, and the ten seconds are over for which a server is left alone that failed five times. */
  function mend() {
    stripe.mend()
    clock.advance(seconds(11))
  }

  test('is down, one is told to come back, and the same key goes on', async () => {
    const member = await newMember()
    const key = newId()
    // As often as it is tried, and as often as it is asked afterwards whether it was done.
    stripe.fail('POST', '/v1/setup_intents', 'down', 'down', 'down')
    stripe.fail('GET', '/v1/setup_intents', 'down', 'down', 'down')
    const answer = await ask(member, { key })
    expectProblem(answer, 503, 'PROVIDER_UNAVAILABLE')
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect(intentsOf(member)).toHaveLength(0)
    mend()
    const { body } = await eventually(async () => {
      const again = await ask(member, { key })
      return again.status === 200 && again
    })
    expect(intentsOf(member).map(({ id }) => id)).toEqual([body.data.setup_intent_id])
    expect(customersOf(member)).toHaveLength(1)
  })

  test('comes back, what was asked is finished without being asked again', async () => {
    const member = await newMember()
    stripe.fail('POST', '/v1/customers', 'broken')
    stripe.fail('GET', '/v1/customers', 'down', 'down', 'down')
    expectProblem(await ask(member), 503, 'PROVIDER_UNAVAILABLE')
    mend()
    await eventually(async () => intentsOf(member).length === 1)
    const { body } = await ask(member)
    expect(intentsOf(member).map(({ id }) => id)).toEqual([body.data.setup_intent_id])
    expect(customersOf(member)).toHaveLength(1)
  })

  test('made a customer of whom Plaza never heard, that one is found days later', async () => {
    const member = await newMember()
    const { host } = await world()
    const lost = { id: newId(), personId: member.id, provider: 'stripe', mode: 'test' } as const
    await later(-days(3), async () => {
      await reserveCustomer(host.services.db, { ...lost, at: clock.now() })
      const made = await fetch(`${stripe.url}/v1/customers`, {
        method: 'POST',
        headers: { authorization: `Bearer ${stripe.secretKey}`, 'idempotency-key': lost.id },
        body: new URLSearchParams({
          email: member.email,
          'metadata[plaza_key]': lost.id,
          'metadata[plaza_person]': member.id,
        }),
      })
      expect(made.status).toBe(200)
    })
    expect((await ask(member)).status).toBe(200)
    expect(customersOf(member)).toHaveLength(1)
    expect(intentsOf(member)).toHaveLength(1)
  })

  test('declines, so does Plaza, for good under this key', async () => {
    const member = await newMember()
    const key = newId()
    stripe.fail('POST', '/v1/setup_intents', 'declined')
    for (const answer of [await ask(member, { key }), await ask(member, { key })])
      expectProblem(answer, 402, 'PAYMENT_DECLINED')
  })
})

describe('without Stripe', () => {
  async function openWith(...settings: Parameters<typeof openPorts>): Promise<FastifyInstance> {
    const app = await openApp({ providers: await openPorts(...settings) })
    onTestFinished(() => app.close())
    return app
  }

  test.each([
    ['payments are off', { PAYMENTS_PROVIDER: 'off' }, {}],
    ['only the sandbox is there in production', {}, { isProduction: true }],
  ])(
    'one is told what the operator must set when %s, and the key stays free',
    async (_, variables, given) => {
      const member = await newMember()
      const key = newId()
      const answer = await ask(member, { key, app: await openWith(variables, given) })
      expectProblem(answer, 503, 'PROVIDER_NOT_CONFIGURED')
      expect(answer.body.error).toMatchObject({
        details: { settings: expect.arrayContaining(['PAYMENTS_PROVIDER', 'STRIPE_SECRET_KEY']) },
      })
      expect((await ask(member, { key })).status).toBe(200)
    },
  )

  test('the sandbox serves, under its own name, and in production where that is allowed', async () => {
    const member = await newMember()
    const real = (await ask(member)).body.data
    const app = await openWith({}, { isProduction: true, allowsSandbox: true })
    const { status, body } = await ask(member, { app })
    expect({ status, data: body.data }).toMatchObject({
      status: 200,
      data: { provider: 'sandbox', mode: 'test' },
    })
    expect((await ask(member, { app })).body.data).toEqual(body.data)
    expect((await ask(member)).body.data).toEqual(real)
  })

  test.each([
    ['declined', 402],
    ['lost', 200],
    ['down', 503],
  ])('the sandbox does what an address says: %s', async (word, status) => {
    const member = await newMember()
    const { host } = await world()
    await sql`update marketplace.users set email = ${`p-${newId()}+sandbox-${word}@example.org`} where id = ${member.id}`.execute(
      host.services.db,
    )
    expect((await ask(member, { app: await openWith({}) })).status).toBe(status)
  })
})

describe('whoever leaves', () => {
  const erase = async (person: TestPerson) => {
    const body = { password: person.password }
    await granted(call('DELETE', '/api/v1/usr-mgt/delete-account', { as: person, body }))
    await sql`update marketplace.users set leaves_at = leaves_at - interval '31 days' where id = ${person.id}`.execute(
      (await world()).host.services.db,
    )
    await runNow(eraseLeftAccounts, {})
  }

  test('is forgotten by Stripe, too, however often it has to be asked', async () => {
    const [person, other] = [await newMember(), await newMember()]
    for (const each of [person, other]) await granted(ask(each))
    const [customer] = customersOf(person)
    stripe.fail('DELETE', `/v1/customers/${customer?.id}`, 'cut-after', 'cut-after', 'cut-after')
    await erase(person)
    await eventually(async () => customersOf(person).length === 0)
    expect(customersOf(other)).toHaveLength(1)
    const { rows } =
      await sql`select id from marketplace.payment_customer where user_id = ${person.id}`.execute(
        (await world()).host.services.db,
      )
    expect(rows).toEqual([])
    // Nothing of them is left with the job either.
    const { rows: told } = await sql<{ data: object }>`
      select data from pgboss.job where name = ${deleteCustomer.name}`.execute(
      (await world()).host.services.db,
    )
    expect(JSON.stringify(told)).not.toContain(person.email)
    expect(JSON.stringify(told)).not.toContain(person.id)
  })

  test('is found under our key where the name of the customer was never heard', async () => {
    const person = await newMember()
    await granted(ask(person))
    await sql`update marketplace.payment_customer set provider_customer_id = null where user_id = ${person.id}`.execute(
      (await world()).host.services.db,
    )
    await erase(person)
    await eventually(async () => customersOf(person).length === 0)
  })

  test.each([
    ['customer', deleteCustomer, 'DELETE', '/v1/customers/cus_gone'],
    ['payee', deletePayee, 'DELETE', '/v1/accounts/acct_gone'],
  ] as const)(
    'is tried for about a day, and the log says which %s is left there',
    async (what, job, method, path) => {
      // Ten minutes at most between two tries.
      expect((job.retries ?? 0) * minutes(10)).toBeGreaterThanOrEqual(days(1))
      const lines: string[] = []
      const log = pino({}, { write: (line) => void lines.push(line) })
      const services = { ...(await world()).host.services, log }
      stripe.fail(method, path, 'down', 'down', 'down', 'down')
      const ids = what === 'customer' ? { customerId: 'cus_gone' } : { payeeId: 'acct_gone' }
      const data = {
        key: newId(),
        provider: 'stripe',
        mode: 'test',
        askedAt: clock.now().toISOString(),
        ...ids,
      }
      // The data is that of the job of its row.
      const run = runNow(job as typeof deleteCustomer, data as never, { services, isLastTry: true })
      await expect(run).rejects.toThrow()
      stripe.mend()
      expect(
        lines.filter((line) => line.includes(`a ${what} who left is still at the provider`)),
      ).toHaveLength(1)
      expect(lines.join('\n')).toContain('_gone')
    },
  )
})

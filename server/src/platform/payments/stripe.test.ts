import { Writable } from 'node:stream'
import pino from 'pino'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { startOutsideServer } from '../../testing/outside-server.ts'
import { closeProviders, openProvider } from '../../testing/providers.ts'
import { hmacSigner } from '../../testing/signer.ts'
import { stripeSamples } from '../../testing/stripe-samples.ts'
import { type StripeServer, startStripeServer } from '../../testing/stripe-server.ts'
import { minutes, movableClock } from '../clock.ts'
import { newId } from '../ids.ts'
import { ProviderRefused, ProviderUnavailable, ProviderUnsure } from '../provider-errors.ts'
import { type Asking, type NewCustomer, PaymentDeclined, type Payments } from './port.ts'
import { stripePayments } from './stripe.ts'

/** What only Stripe has: its protocol. What every processor promises is in payments.test.ts. */

afterAll(closeProviders)

const clock = movableClock()
const asking = (key = newId()): Asking => ({ key, signal: AbortSignal.timeout(minutes(2)) })
const somebody = (email = `p-${newId()}@example.org`): NewCustomer => ({
  personId: newId(),
  email,
  askedAt: clock.now(),
})

async function open(): Promise<{ server: StripeServer; payments: Payments }> {
  const server = await startStripeServer(clock)
  onTestFinished(server.close)
  return { server, payments: await payThrough(server.url, server.secretKey) }
}

const payThrough = (url: string, key: string, log = pino({ level: 'silent' })): Promise<Payments> =>
  openProvider(stripePayments, { STRIPE_SECRET_KEY: key, STRIPE_BASE_URL: url }, { clock, log })

const asked = ({ requests }: StripeServer) => requests.map(({ method, path }) => `${method} ${path}`)

describe('a call', () => {
  test('goes out again under its key when Stripe is too busy, down for a moment, or cut off', async () => {
    const { server, payments } = await open()
    for (const fault of ['rate-limited', 'down', 'cut-before', 'cut-after'] as const) {
      const key = newId()
      const before = server.customers.size
      server.fail('POST', '/v1/customers', fault)
      await payments.createCustomer(somebody(), asking(key))
      expect(server.customers.size).toBe(before + 1)
      expect(server.requests.splice(0).map((request) => request.key)).toEqual([key, key])
    }
  })

  test('waits for a twin that is under way', async () => {
    const { server, payments } = await open()
    server.fail('POST', '/v1/customers', 'held')
    const person = somebody()
    const key = newId()
    const first = payments.createCustomer(person, asking(key))
    await expect.poll(() => server.customers.size).toBe(1)
    const second = payments.createCustomer(person, asking(key))
    await expect.poll(() => asked(server)).toContain('GET /v1/customers')
    server.release()
    expect(await second).toEqual(await first)
    expect(server.customers.size).toBe(1)
  })

  test.each(['broken', 'broken-after'] as const)(
    'that Stripe failed (%s) is made once, although Stripe keeps the failure under its key',
    async (fault) => {
      const { server, payments } = await open()
      server.fail('POST', '/v1/customers', fault)
      const person = somebody()
      const key = newId()
      await expect(payments.createCustomer(person, asking(key))).rejects.toThrow(ProviderUnsure)
      const { id } = await payments.createCustomer(person, asking(key))
      expect([...server.customers.keys()]).toEqual([id])
      expect(await payments.findCustomer(person, asking(key))).toEqual({ id })
    },
  )

  test('whose answer cannot be read is unsure, and found', async () => {
    const { server, payments } = await open()
    server.fail('POST', '/v1/customers', 'garbled')
    const person = somebody()
    const key = newId()
    await expect(payments.createCustomer(person, asking(key))).rejects.toThrow(ProviderUnsure)
    expect(await payments.findCustomer(person, asking(key))).toEqual({ id: [...server.customers.keys()][0] })
    server.fail('GET', '/v1/customers', 'garbled')
    await expect(payments.findCustomer(person, asking(key))).rejects.toThrow(ProviderUnsure)
  })

  test('is refused with a key that is not theirs', async () => {
    const { server } = await open()
    const payments = await payThrough(server.url, 'sk_test_51SomebodyElse')
    await expect(payments.createCustomer(somebody(), asking())).rejects.toThrow(ProviderRefused)
    expect(server.customers.size).toBe(0)
  })

  test('is found among many', async () => {
    const { server, payments } = await open()
    const person = somebody()
    const { id: customerId } = await payments.createCustomer(person, asking())
    const wanted = { customerId, usage: 'on_session' } as const
    const call = asking()
    const first = await payments.createSetupIntent(wanted, call)
    const [pattern] = server.setupIntents.values()
    if (!pattern) throw new Error('the server has no intent')
    for (let n = 0; n < 150; n += 1) {
      const id = `seti_later${n}`
      server.setupIntents.set(id, { ...pattern, id, metadata: {} })
    }
    expect(await payments.findSetupIntent(wanted, call)).toEqual(first)
    expect(asked(server).filter((request) => request === 'GET /v1/setup_intents')).toHaveLength(2)
  })
})

test('says in which mode it is', async () => {
  const { server, payments } = await open()
  expect(payments).toMatchObject({ provider: 'stripe', mode: 'test' })
  expect(await payThrough(server.url, 'rk_live_51PlazaLocal')).toMatchObject({ mode: 'live' })
})

test('a phone finishes a setup intent with its secret, and no other', async () => {
  const { server, payments } = await open()
  const { id: customerId } = await payments.createCustomer(somebody(), asking())
  const { id, clientSecret } = await payments.createSetupIntent(
    { customerId, usage: 'off_session' },
    asking(),
  )
  const confirm = (payment_method: string, client_secret: string) =>
    fetch(`${server.url}/v1/setup_intents/${id}/confirm`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.publishableKey}` },
      body: new URLSearchParams({ payment_method, client_secret }),
    })
  expect((await confirm('pm_card_visa', 'seti_other_secret_x')).status).toBe(400)
  expect((await confirm('pm_card_chargeDeclined', clientSecret)).status).toBe(402)
  expect((await payments.readSetupIntent(id, asking())).status).toBe('requires_payment_method')
  expect((await confirm('pm_card_visa', clientSecret)).status).toBe(200)
  expect((await payments.readSetupIntent(id, asking())).status).toBe('succeeded')
})

test('nothing secret and nobody’s address is logged or told', async () => {
  const { server } = await open()
  let logged = ''
  const sink = new Writable({
    write(chunk, _encoding, done) {
      logged += String(chunk)
      done()
    },
  })
  const log = pino({ level: 'trace' }, sink)
  const payments = await payThrough(server.url, server.secretKey, log)
  const person = somebody()
  const { id: customerId } = await payments.createCustomer(person, asking())
  const intent = await payments.createSetupIntent({ customerId, usage: 'off_session' }, asking())
  const stranger = await payThrough(server.url, 'sk_test_51SomebodyElse', log)
  const failing = async (of: Payments, who: NewCustomer) => {
    logged += await of.createCustomer(who, asking()).then(String, (error: Error) => error.stack)
  }
  await failing(payments, { ...person, email: 'no address' })
  await failing(stranger, person)
  server.fail('POST', '/v1/customers', 'cut-before', 'cut-before', 'cut-before')
  await failing(payments, person)
  expect(logged).toContain('a call out')
  for (const secret of [server.secretKey, 'SomebodyElse', intent.clientSecret, person.email, 'no address'])
    expect(logged).not.toContain(secret)
})

describe('what Stripe’s own documentation shows', () => {
  async function answering(status: number, sample: unknown): Promise<Payments> {
    const { url, close } = await startOutsideServer(() => ({ status, body: JSON.stringify(sample) }))
    onTestFinished(close)
    return payThrough(url, 'sk_test_51Plaza')
  }

  test('is understood', async () => {
    const { customer, setupIntent, emptyList } = stripeSamples
    expect(await (await answering(200, customer)).createCustomer(somebody(), asking())).toEqual({
      id: customer.id,
    })
    expect(await (await answering(200, setupIntent)).readSetupIntent(setupIntent.id, asking())).toEqual({
      id: setupIntent.id,
      clientSecret: setupIntent.client_secret,
      status: 'requires_payment_method',
      customerId: null,
      cardId: null,
    })
    expect(await (await answering(200, emptyList)).findCustomer(somebody(), asking())).toBeUndefined()
  })

  test('as a refusal is one', async () => {
    const payments = await answering(402, stripeSamples.cardError)
    await expect(payments.createCustomer(somebody(), asking())).rejects.toThrow(PaymentDeclined)
  })

  test.each([
    ['another object', { ...stripeSamples.customer, object: 'coffee' }],
    ['a list', []],
    ['nothing', {}],
    ['text', 'ok'],
    ['a number for an error', { error: 5 }],
    ['null', null],
  ])('and %s in its place is not', async (_, sample) => {
    const payments = await answering(200, sample)
    await expect(payments.createCustomer(somebody(), asking())).rejects.toThrow(ProviderUnsure)
    await expect(payments.readSetupIntent('seti_1', asking())).rejects.toThrow(ProviderUnsure)
  })
})

describe('the local server refuses', () => {
  test.each([
    ['no API key', 401, { authorization: '' }, 'email=a@example.org'],
    ['another API key', 401, { authorization: 'Bearer sk_test_51Other' }, 'email=a@example.org'],
    ['a page', 403, { authorization: 'Bearer pk_test_51PlazaLocalServer' }, ''],
    ['another version', 400, { 'stripe-version': '2011-01-01' }, ''],
    ['JSON', 400, { 'content-type': 'application/json' }, '{"email":"a@example.org"}'],
    ['an unknown parameter', 400, {}, 'colour=red'],
    ['an address that is none', 400, {}, 'email=nobody'],
    ['an empty parameter', 400, {}, 'name='],
  ])('%s', async (_, status, headers, body) => {
    const { server } = await open()
    const answer = await fetch(`${server.url}/v1/customers`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${server.secretKey}`,
        'content-type': 'application/x-www-form-urlencoded',
        ...headers,
      },
      body,
    })
    expect(answer.status).toBe(status)
    expect(await answer.json()).toMatchObject({ error: { type: 'invalid_request_error' } })
    expect(server.customers.size).toBe(0)
  })
})

test('a Stripe that is not there cannot be asked', async () => {
  const payments = await payThrough('http://127.0.0.1:9', 'sk_test_51Plaza')
  await expect(payments.createCustomer(somebody(), asking())).rejects.toThrow(ProviderUnavailable)
})

describe.each([
  ['platform', 'STRIPE_WEBHOOK_SECRETS', 'STRIPE_CONNECT_WEBHOOK_SECRETS'],
  ['connected', 'STRIPE_CONNECT_WEBHOOK_SECRETS', 'STRIPE_WEBHOOK_SECRETS'],
] as const)('the %s door', (door, setting, other) => {
  const [old, fresh] = ['whsec_the_old_one_of_two', 'whsec_the_new_one_of_two']
  const doorWith = (secrets: string, others = 'whsec_of_the_other_door') =>
    openProvider(
      stripePayments,
      { STRIPE_SECRET_KEY: 'sk_test_51Door', [setting]: secrets, [other]: others },
      { clock, log: pino({ level: 'silent' }) },
    )
  const notice = { id: `evt_${newId()}`, object: 'event', type: 'charge.updated', livemode: false }
  const signedWith = async (secret: string) => {
    const bytes = Buffer.from(
      JSON.stringify({ ...notice, data: { object: { id: 'ch_1', object: 'charge' } } }),
    )
    const signer = hmacSigner(secret, { header: 'stripe-signature', holdsMs: minutes(5) })
    const { payload, headers } = await signer.sign(bytes, clock.now())
    return { bytes: payload, headers }
  }

  test('takes what is signed with either secret while one is changed for the other', async () => {
    const payments = await doorWith(`${old},${fresh}`)
    for (const secret of [old, fresh])
      expect(await payments.senderOf(await signedWith(secret), door)).toEqual({
        provider: `stripe-${door}`,
        eventId: notice.id,
      })
  })

  test('refuses the old one once it is taken out, and the secret of the other door', async () => {
    const payments = await doorWith(fresh, old)
    expect(await payments.senderOf(await signedWith(fresh), door)).toMatchObject({ eventId: notice.id })
    for (const secret of [old, 'whsec_of_nobody'])
      await expect(payments.senderOf(await signedWith(secret), door)).rejects.toMatchObject({
        code: 'SIGNATURE_INVALID',
      })
  })
})

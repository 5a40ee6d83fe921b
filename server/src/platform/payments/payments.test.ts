import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { world } from '../../testing/kit.ts'
import { closeProviders, openProvider } from '../../testing/providers.ts'
import { succeed } from '../../testing/stripe-charging.ts'
import { type Fault, startStripeServer } from '../../testing/stripe-server.ts'
import { hours, minutes, movableClock } from '../clock.ts'
import { newId } from '../ids.ts'
import { ProviderRefused, ProviderUnavailable, ProviderUnsure } from '../provider-errors.ts'
import { type Asking, type NewCustomer, PaymentDeclined, type Payments } from './port.ts'
import type { Scenario } from './pretending.ts'
import { sandboxPayments } from './sandbox.ts'
import { stripePayments } from './stripe.ts'
import { testCardIds } from './test-ids.ts'

/** What every processor promises, asked of the sandbox and of Stripe behind a server that speaks its protocol. */
interface Processor {
  payments: Payments
  clock: { advance(ms: number): void; now(): Date }
  /** Somebody for whom what is asked next goes wrong. */
  somebodyWith(trouble: Trouble): NewCustomer
  /** The names of cards to test with. */
  cards: Record<Scenario, string>
  /** Lets a payment that waits come to its end. */
  finish(paymentId: string): Promise<void>
  /** The dispute of a payment with the card of that scenario. */
  disputeOf(paymentId: string): Promise<string>
}

type Trouble = 'declined' | 'down' | 'lost' | 'late'

const closing: (() => Promise<void>)[] = []
afterAll(async () => {
  await closeProviders()
  for (const close of closing) await close()
})

const somebody = (more: Partial<NewCustomer> = {}): NewCustomer => ({
  personId: newId(),
  email: `p-${newId()}@example.org`,
  askedAt: new Date(),
  ...more,
})
const asking = (key = newId()): Asking => ({ key, signal: AbortSignal.timeout(minutes(2)) })

async function sandbox(): Promise<Processor> {
  const { clock } = await world()
  const secret = { PAYMENTS_SANDBOX_SECRET: newId() }
  const payments = await openProvider(sandboxPayments, secret, { clock })
  return {
    payments,
    clock,
    somebodyWith: (trouble) => somebody({ email: `p-${newId()}+sandbox-${trouble}@example.org` }),
    cards: testCardIds.sandbox,
    finish: async (id) => void (await payments.pretending?.finishPayment(id, 'succeed', asking())),
    disputeOf: async (id) => (await payments.pretending?.openDispute(id, asking()))?.id ?? '',
  }
}

/** As many as it takes to outlast the repeats that are safe. */
const faultsOf: Record<Trouble, Fault[]> = {
  declined: ['declined'],
  down: ['down', 'down', 'down'],
  lost: ['cut-after', 'cut-after', 'cut-after'],
  late: ['held'],
}

async function stripe(): Promise<Processor> {
  const clock = movableClock()
  const server = await startStripeServer(clock)
  closing.push(server.close)
  const settings = { STRIPE_SECRET_KEY: server.secretKey, STRIPE_BASE_URL: server.url }
  return {
    payments: await openProvider(stripePayments, settings, { clock }),
    clock,
    somebodyWith(trouble) {
      server.fail('POST', '/v1/customers', ...faultsOf[trouble])
      return somebody()
    },
    cards: testCardIds.stripe,
    async finish(id) {
      const intent = server.payments.get(id)
      if (intent) succeed(intent)
    },
    async disputeOf(id) {
      return [...server.disputes.values()].find((one) => one.payment_intent === id)?.id ?? ''
    },
  }
}

describe.each([
  ['the sandbox', sandbox],
  ['Stripe', stripe],
])('%s', (_name, open) => {
  test('makes a customer once for a key, however often and at once it is asked', async () => {
    const { payments } = await open()
    const person = somebody()
    const key = newId()
    const made = await Promise.all([1, 2, 3, 4].map(() => payments.createCustomer(person, asking(key))))
    made.push(await payments.createCustomer(person, asking(key)))
    expect(new Set(made.map(({ id }) => id)).size).toBe(1)
    const other = await payments.createCustomer(person, asking())
    expect(other.id).not.toBe(made[0]?.id)
    await expect(payments.createCustomer(somebody(), asking(key))).rejects.toThrow(ProviderRefused)
  })

  test('forgets a customer, however often it is asked', async () => {
    const { payments, clock } = await open()
    const person = somebody()
    const key = newId()
    const made = await payments.createCustomer(person, asking(key))
    const other = { key: newId(), person: somebody() }
    const { id } = await payments.createCustomer(other.person, asking(other.key))
    const sooner = () => clock.advance(-hours(24 * 40))
    clock.advance(hours(24 * 40))
    onTestFinished(sooner)
    // Of whom nobody knows the address any more.
    const sought = { email: null, askedAt: person.askedAt, askedUntil: new Date(Date.now() + hours(1)) }
    expect(await payments.findCustomer(sought, asking(key))).toEqual(made)
    for (let time = 0; time < 2; time += 1) await payments.deleteCustomer(made, asking())
    expect(await payments.findCustomer(sought, asking(key))).toBeUndefined()
    expect(await payments.findCustomer(other.person, asking(other.key))).toEqual({ id })
    await payments.deleteCustomer({ id: 'cus_nobody' }, asking())
  })

  test('finds what was made under a key, and nothing else, long after', async () => {
    const { payments, clock } = await open()
    const person = somebody()
    const nameless = somebody({ email: null })
    const key = newId()
    expect(await payments.findCustomer(person, asking(key))).toBeUndefined()
    const { id } = await payments.createCustomer(person, asking(key))
    const silent = await payments.createCustomer(nameless, asking(`${key}:nameless`))
    await payments.createCustomer(person, asking())
    const wanted = { customerId: id, usage: 'off_session' } as const
    expect(await payments.findSetupIntent(wanted, asking(key))).toBeUndefined()
    const intent = await payments.createSetupIntent(wanted, asking(`${key}:intent`))
    await payments.createSetupIntent(wanted, asking())
    clock.advance(hours(25))
    expect(await payments.findCustomer(person, asking(key))).toEqual({ id })
    expect(await payments.findCustomer(nameless, asking(`${key}:nameless`))).toEqual(silent)
    expect(await payments.findSetupIntent(wanted, asking(`${key}:intent`))).toEqual(intent)
    expect(await payments.findSetupIntent(wanted, asking())).toBeUndefined()
    clock.advance(-hours(25))
  })

  test('makes a setup intent that a phone can finish', async () => {
    const { payments } = await open()
    const { id: customerId } = await payments.createCustomer(somebody(), asking())
    const key = newId()
    for (const usage of ['off_session', 'on_session'] as const) {
      const intent = await payments.createSetupIntent({ customerId, usage }, asking(`${key}:${usage}`))
      expect(intent).toEqual({
        id: expect.stringMatching(/^seti_\w/),
        clientSecret: expect.stringMatching(/_secret_/),
        status: 'requires_payment_method',
        customerId,
        cardId: null,
      })
      const again = await payments.createSetupIntent({ customerId, usage }, asking(`${key}:${usage}`))
      expect(again).toEqual(intent)
      expect(await payments.readSetupIntent(intent.id, asking())).toEqual(intent)
    }
    await expect(
      payments.createSetupIntent({ customerId, usage: 'off_session' }, asking(`${key}:on_session`)),
    ).rejects.toThrow(ProviderRefused)
  })

  test('refuses what names nothing it knows', async () => {
    const { payments } = await open()
    const wanted = { customerId: 'cus_nobody', usage: 'off_session' } as const
    for (const call of [
      () => payments.createSetupIntent(wanted, asking()),
      () => payments.readSetupIntent('seti_none', asking()),
    ])
      await expect(call()).rejects.toMatchObject({
        constructor: ProviderRefused,
        code: 'resource_missing',
      })
  })

  test('says when the bank says no, and has made nothing', async () => {
    const { payments, somebodyWith } = await open()
    const person = somebodyWith('declined')
    const call = asking()
    await expect(payments.createCustomer(person, call)).rejects.toMatchObject({
      constructor: PaymentDeclined,
      code: 'card_declined',
    })
    expect(await payments.findCustomer(person, call)).toBeUndefined()
  })

  test('says when it cannot be asked', async () => {
    const { payments, somebodyWith } = await open()
    await expect(payments.createCustomer(somebodyWith('down'), asking())).rejects.toThrow(ProviderUnavailable)
    const over = { key: newId(), signal: AbortSignal.abort() }
    await expect(payments.createCustomer(somebody(), over)).rejects.toThrow(ProviderUnavailable)
  })

  test.each([
    ['is lost', 'lost'],
    ['does not come in time', 'late'],
  ] as const)('is unsure when its answer %s, and knows by the key that it was made', async (_, trouble) => {
    const { payments, somebodyWith } = await open()
    const person = somebodyWith(trouble)
    const key = newId()
    const leaving = new AbortController()
    const made = payments.createCustomer(person, { key, signal: leaving.signal })
    const isUnsure = expect(made).rejects.toThrow(ProviderUnsure)
    // Nobody leaves before it has come there.
    const find = () => payments.findCustomer(person, asking(key))
    if (trouble === 'late') await expect.poll(find).toBeDefined()
    if (trouble === 'late') leaving.abort()
    await isUnsure
    const found = await find()
    expect(found?.id).toMatch(/^cus_\w/)
    expect(await payments.createCustomer(person, asking(key))).toEqual(found)
  })

  /** Somebody with a card that behaves as the scenario says, and what is asked to charge it. */
  async function withCard({ payments, cards }: Processor, scenario: Scenario) {
    const { id: customerId } = await payments.createCustomer(somebody(), asking())
    const card = await payments.saveCard({ customerId, cardId: cards[scenario] }, asking())
    const wanted = { customerId, cardId: card.id, amountMinor: 1250, currency: 'EUR', description: 'A test' }
    return { customerId, card, wanted }
  }

  test('saves a card once, shows what may be shown of it, and forgets it', async () => {
    const processor = await open()
    const { payments, cards } = processor
    const { customerId, card } = await withCard(processor, 'success')
    expect(card).toMatchObject({ customerId, brand: 'visa', last4: '4242', expiryYear: 2040 })
    expect(await payments.saveCard({ customerId, cardId: card.id }, asking())).toEqual(card)
    const again = await payments.saveCard({ customerId, cardId: cards.success }, asking())
    expect(again.fingerprint).toBe(card.fingerprint)
    const other = await withCard(processor, 'decline')
    await expect(
      payments.saveCard({ customerId: other.customerId, cardId: card.id }, asking()),
    ).rejects.toThrow(ProviderRefused)
    for (let time = 0; time < 2; time += 1) await payments.forgetCard(card.id, asking())
    await payments.forgetCard('pm_none', asking())
    expect((await payments.readCard(card.id, asking())).customerId).toBeNull()
  })

  test('charges once for a key, however often and at once it is asked', async () => {
    const processor = await open()
    const { payments } = processor
    const { wanted } = await withCard(processor, 'success')
    const key = newId()
    const [first, ...others] = await Promise.all(
      [1, 2, 3, 4].map(() => payments.createPayment(wanted, asking(key))),
    )
    for (const other of others) expect(other).toEqual(first)
    expect(first).toMatchObject({
      status: 'succeeded',
      amountMinor: 1250,
      currency: 'EUR',
      key,
      declineCode: null,
    })
    expect(await payments.findPayment(wanted, asking(key))).toEqual(first)
    expect(await payments.findPayment(wanted, asking())).toBeUndefined()
    expect(await payments.readPayment(first?.id ?? '', asking())).toEqual(first)
    await expect(payments.createPayment({ ...wanted, amountMinor: 1 }, asking(key))).rejects.toThrow(
      ProviderRefused,
    )
  })

  test.each([
    ['decline', {}, 'declined', /declin/],
    ['insufficient', {}, 'declined', /insufficient_funds/],
    ['requires_action', {}, 'requires_action', null],
    ['requires_action', { isOffSession: true }, 'declined', /authentication_required/],
    ['late_success', {}, 'processing', null],
  ] as const)('charges a card of %s %j to be %s', async (scenario, more, status, code) => {
    const processor = await open()
    const { payments, finish } = processor
    const { wanted } = await withCard(processor, scenario)
    const key = newId()
    const made = await payments.createPayment({ ...wanted, ...more }, asking(key))
    expect(made).toMatchObject({ status, declineCode: code === null ? null : expect.stringMatching(code) })
    expect(await payments.findPayment(wanted, asking(key))).toEqual(made)
    if (status === 'processing') {
      await finish(made.id)
      expect((await payments.readPayment(made.id, asking())).status).toBe('succeeded')
      expect((await payments.cancelPayment(made.id, asking())).status).toBe('succeeded')
    } else
      for (let time = 0; time < 2; time += 1)
        expect((await payments.cancelPayment(made.id, asking())).status).toBe('canceled')
  })

  test('gives back once for a key, and no more than was paid', async () => {
    const processor = await open()
    const { payments } = processor
    const { wanted } = await withCard(processor, 'success')
    const { id: paymentId } = await payments.createPayment(wanted, asking())
    const key = newId()
    const back = { paymentId, amountMinor: 1000, currency: 'EUR' }
    expect(await payments.findRefund(back, asking(key))).toBeUndefined()
    const made = await payments.createRefund(back, asking(key))
    expect(made).toMatchObject({ paymentId, status: 'succeeded', key })
    expect(await payments.createRefund(back, asking(key))).toEqual(made)
    expect(await payments.findRefund(back, asking(key))).toEqual(made)
    expect(await payments.readRefund(made.id, asking())).toEqual(made)
    await expect(payments.createRefund({ ...back, amountMinor: 251 }, asking())).rejects.toThrow(
      ProviderRefused,
    )
    await expect(payments.readRefund('re_none', asking())).rejects.toThrow(ProviderRefused)
  })

  test('tells of a dispute', async () => {
    const processor = await open()
    const { payments, disputeOf } = processor
    const { wanted } = await withCard(processor, 'dispute')
    const key = newId()
    const { id: paymentId } = await payments.createPayment(wanted, asking(key))
    expect(await payments.readDispute(await disputeOf(paymentId), asking())).toMatchObject({
      ...{ paymentId, status: 'open', amountMinor: 1250, currency: 'EUR', isWithdrawn: true },
      ...{ wasWithdrawn: true, evidenceDueAt: expect.any(Date), key },
    })
  })

  test('gives nothing back besides what a bank takes back', async () => {
    const processor = await open()
    const { payments } = processor
    const { wanted } = await withCard(processor, 'dispute')
    const { id: paymentId } = await payments.createPayment(wanted, asking())
    const refund = payments.createRefund({ paymentId, amountMinor: 100, currency: 'EUR' }, asking())
    await expect(refund).rejects.toMatchObject({ code: 'charge_disputed' })
  })

  test('reports all that came and went, by what we had asked for it with', async () => {
    const processor = await open()
    const { payments, clock, disputeOf } = processor
    clock.advance(1000)
    const from = clock.now()
    const { wanted } = await withCard(processor, 'success')
    const [paid, back] = [newId(), newId()]
    const { id: paymentId } = await payments.createPayment(wanted, asking(paid))
    await payments.createRefund({ paymentId, amountMinor: 250, currency: 'EUR' }, asking(back))
    const { wanted: other } = await withCard(processor, 'dispute')
    const { id: disputed } = await payments.createPayment(other, asking())
    const dispute = await disputeOf(disputed)
    clock.advance(2000)
    const span = { from, until: clock.now() }
    const movements = await payments.listMovements(span, asking())
    expect(movements).toContainEqual(
      expect.objectContaining({ kind: 'captured', amountMinor: 1250, currency: 'EUR', key: paid }),
    )
    expect(movements).toContainEqual(
      expect.objectContaining({ kind: 'refunded', amountMinor: -250, key: back, paymentId }),
    )
    expect(movements).toContainEqual(
      expect.objectContaining({ kind: 'disputed', amountMinor: -1250, key: dispute, paymentId: disputed }),
    )
    const earlier = { from: new Date(from.getTime() - 1000), until: from }
    expect(await payments.listMovements(earlier, asking())).toEqual([])
  })
})

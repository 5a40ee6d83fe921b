import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { world } from '../../testing/kit.ts'
import { closeProviders, openProvider } from '../../testing/providers.ts'
import { bounce } from '../../testing/stripe-connect.ts'
import { startStripeServer } from '../../testing/stripe-server.ts'
import { days, minutes, movableClock } from '../clock.ts'
import { newId } from '../ids.ts'
import { ProviderRefused, ProviderUnsure } from '../provider-errors.ts'
import type { PayingOut } from './paying-out.ts'
import type { Asking } from './port.ts'
import { sandboxPayments } from './sandbox.ts'
import { stripePayments } from './stripe.ts'

/** What every processor promises about paying people out. */
interface Processor {
  payingOut: PayingOut
  clock: { advance(ms: number): void }
  /** Tokens of a bank account that takes money, and of one that does not. */
  good: string
  bad: string
}

afterAll(closeProviders)

const asking = (key = newId()): Asking => ({ key, signal: AbortSignal.timeout(minutes(2)) })

async function sandbox(): Promise<Processor> {
  const { clock } = await world()
  const { payingOut } = await openProvider(sandboxPayments, {}, { clock })
  return { payingOut, clock, good: 'btok_sandbox_verified_4711', bad: 'btok_sandbox_closed' }
}

async function stripe() {
  const clock = movableClock()
  const server = await startStripeServer(clock)
  onTestFinished(server.close)
  const settings = { STRIPE_SECRET_KEY: server.secretKey, STRIPE_BASE_URL: server.url }
  const { payingOut } = await openProvider(stripePayments, settings, { clock })
  return { payingOut, clock, server, good: 'btok_4711_eur', bad: 'btok_4712_eur_errored' }
}

const somebody = () => ({
  ...{ personId: newId(), email: `p-${newId()}@example.org`, country: 'DE', askedAt: new Date() },
})

/** Somebody with a bank account. */
async function payee({ payingOut }: Pick<Processor, 'payingOut'>, token: string) {
  const { id: payeeId } = await payingOut.createPayee(somebody(), asking())
  const wanted = { payeeId, token, holderName: 'Ada Lovelace', country: 'DE', currency: 'EUR' }
  const bank = await payingOut.addBank(wanted, asking())
  return { payeeId, bank, payout: { payeeId, bankId: bank.id, amountMinor: 1250, currency: 'EUR' } }
}

describe.each([
  ['the sandbox', sandbox],
  ['Stripe', stripe],
])('%s', (_name, open) => {
  test('makes a payee once for a key, finds and forgets them', async () => {
    const { payingOut } = await open()
    const [person, key] = [somebody(), newId()]
    const made = [
      await payingOut.createPayee(person, asking(key)),
      await payingOut.createPayee(person, asking(key)),
    ]
    expect(made[0]?.id).toBe(made[1]?.id)
    expect(await payingOut.findPayee(person, asking(key))).toEqual(made[0])
    expect(await payingOut.findPayee(person, asking())).toBeUndefined()
    for (const _ of [1, 2]) await payingOut.deletePayee(made[0]?.id ?? '', asking())
    expect(await payingOut.findPayee(person, asking(key))).toBeUndefined()
  })

  test('keeps a bank account without its number, once for a key', async () => {
    const { payingOut, good } = await open()
    const { payeeId, bank } = await payee({ payingOut }, good)
    expect(bank).toMatchObject({ last4: '4711', country: 'DE', currency: 'EUR', status: 'verified' })
    const wanted = { payeeId, token: good, holderName: 'Ada', country: 'DE', currency: 'EUR' }
    const key = newId()
    const twice = [await payingOut.addBank(wanted, asking(key)), await payingOut.addBank(wanted, asking(key))]
    expect(twice[0]?.id).toBe(twice[1]?.id)
    expect(twice[0]?.fingerprint).toBe(bank.fingerprint)
    expect(await payingOut.findBank({ payeeId }, asking(key))).toEqual(twice[0])
    expect(await payingOut.readBank({ payeeId, bankId: bank.id }, asking())).toEqual(bank)
    const listed = await payingOut.listBanks(payeeId, asking())
    expect(new Set(listed.map(({ id }) => id))).toEqual(new Set([bank.id, twice[0]?.id]))
    expect(listed.find(({ id }) => id === bank.id)).toEqual({ ...bank, holderName: null })
    for (const _ of [1, 2]) await payingOut.removeBank({ payeeId, bankId: bank.id }, asking())
    await expect(payingOut.addBank({ ...wanted, token: 'btok_nobody' }, asking())).rejects.toThrow(
      ProviderRefused,
    )
  })

  test('sends a payout once for a key', async () => {
    const { payingOut, good } = await open()
    const { payeeId, payout } = await payee({ payingOut }, good)
    const key = newId()
    const sent = [
      await payingOut.createPayout(payout, asking(key)),
      await payingOut.createPayout(payout, asking(key)),
    ]
    expect(sent[0]).toMatchObject({ status: 'in_transit', failureCode: null, arrivesAt: expect.any(Date) })
    expect(sent[1]?.id).toBe(sent[0]?.id)
    expect(await payingOut.findPayout({ payeeId }, asking(key))).toEqual(sent[0])
    expect(await payingOut.findPayout({ payeeId }, asking())).toBeUndefined()
    const payoutId = sent[0]?.id ?? ''
    expect(await payingOut.readPayout({ payeeId, payoutId }, asking())).toEqual(sent[0])
  })

  test('sends nothing to a bank that takes none', async () => {
    const { payingOut, bad } = await open()
    const { payeeId, payout } = await payee({ payingOut }, bad)
    const key = newId()
    await expect(payingOut.createPayout(payout, asking(key))).rejects.toThrow(ProviderRefused)
    await payingOut.takeBack({ payeeId }, asking(key))
    expect(await payingOut.findPayout({ payeeId }, asking(key))).toBeUndefined()
  })
})

describe('Stripe', () => {
  const balanceAt = ({ accounts }: Awaited<ReturnType<typeof stripe>>['server'], id: string) =>
    accounts.get(id)?.balance.get('eur') ?? 0

  test('takes back what it could not pay out, at once', async () => {
    const { payingOut, server, bad } = await stripe()
    const { payeeId, payout } = await payee({ payingOut }, bad)
    await expect(payingOut.createPayout(payout, asking())).rejects.toThrow(ProviderRefused)
    expect([...server.transfers.values()].map(({ reversed }) => reversed)).toEqual([true])
    expect(balanceAt(server, payeeId)).toBe(0)
  })

  test.each(['/v1/transfers', '/v1/payouts'])(
    'that loses its answer at %s has done it once',
    async (path) => {
      const { payingOut, server, good } = await stripe()
      const { payout } = await payee({ payingOut }, good)
      server.fail('POST', path, 'cut-after', 'cut-after', 'cut-after')
      const key = newId()
      await expect(payingOut.createPayout(payout, asking(key))).rejects.toThrow(ProviderUnsure)
      const found = await payingOut.findPayout(payout, asking(key))
      await (found ?? payingOut.createPayout(payout, asking(key)))
      expect(server.transfers.size).toBe(1)
      expect(server.payouts.size).toBe(1)
    },
  )

  test('has forgotten its keys after a day, and still sends nothing twice', async () => {
    const { payingOut, server, clock, good } = await stripe()
    const { payout } = await payee({ payingOut }, good)
    server.fail('POST', '/v1/payouts', 'cut-before', 'cut-before', 'cut-before')
    const key = newId()
    await expect(payingOut.createPayout(payout, asking(key))).rejects.toThrow()
    clock.advance(days(2))
    await payingOut.createPayout(payout, asking(key))
    expect([server.transfers.size, server.payouts.size]).toEqual([1, 1])
  })

  test('tells when a payee has said who they are, where its page asked them', async () => {
    const { payingOut, server } = await stripe()
    const { id, isPayable } = await payingOut.createPayee(somebody(), asking())
    expect(isPayable).toBe(false)
    const { url } = await payingOut.payeeLink(
      { payeeId: id, returnUrl: 'https://plaza.example/wallet' },
      asking(),
    )
    expect(url).toContain(id)
    Object.assign(server.accounts.get(id) ?? {}, { payouts_enabled: true })
    expect(await payingOut.readPayee(id, asking())).toEqual({ id, isPayable: true })
  })

  test('that failed a payout has it back once', async () => {
    const { payingOut, server, good } = await stripe()
    const { payeeId, payout } = await payee({ payingOut }, good)
    const key = newId()
    const { id: payoutId } = await payingOut.createPayout(payout, asking(key))
    const sent = server.payouts.get(payoutId)
    if (sent) bounce(server, sent)
    expect(await payingOut.readPayout({ payeeId, payoutId }, asking())).toMatchObject({
      ...{ status: 'failed', failureCode: 'account_closed', arrivesAt: null },
    })
    for (const _ of [1, 2]) await payingOut.takeBack({ payeeId }, asking(key))
    expect(balanceAt(server, payeeId)).toBe(0)
  })
})

import { afterAll, describe, expect, test } from 'vitest'
import { startPlayServer } from '../../testing/play-server.ts'
import { closeProviders, openProvider } from '../../testing/providers.ts'
import type { Signer } from '../../testing/signer.ts'
import { days, hours, minutes, movableClock } from '../clock.ts'
import { newSecret } from '../ids.ts'
import { signatureExpired, signatureInvalid } from '../operation/signature.ts'
import { ProviderRefused, ProviderUnavailable, ProviderUnsure } from '../provider-errors.ts'
import { googlePlay } from './google.ts'
import type { Store } from './port.ts'
import { sandboxBearer, sandboxPurchase, sandboxStore } from './sandbox.ts'

/** What every store promises, asked of each; what only one of them can do stands below. */
interface Shop {
  store: Store
  clock: ReturnType<typeof movableClock>
  signer: Pick<Signer, 'sign' | 'holdsMs'>
  /** Somebody buys a month that renews itself once. @returns its purchase token. */
  buy(buyer: string): Promise<string>
}

const closing: (() => Promise<void>)[] = [closeProviders]
afterAll(async () => {
  for (const close of closing) await close()
})

async function startGoogle() {
  const clock = movableClock()
  const server = await startPlayServer(clock)
  closing.push(server.close)
  const { PLAY_STORE_PROVIDER: _, ...settings } = server.settings
  const store = await openProvider(googlePlay, settings, { clock })
  return { server, clock, store, settings }
}

async function google(): Promise<Shop> {
  const { server, clock, store } = await startGoogle()
  return {
    store,
    clock,
    signer: server.signer,
    async buy(buyer) {
      const token = `google-${newSecret()}`
      server.purchases.set(token, {
        subscriptionState: 'SUBSCRIPTION_STATE_ACTIVE',
        lineItems: [
          {
            productId: 'monthly',
            expiryTime: new Date(clock.now().getTime() + days(30)).toISOString(),
            autoRenewingPlan: { autoRenewEnabled: true },
          },
        ],
        externalAccountIdentifiers: { obfuscatedExternalAccountId: buyer },
        subscribeWithGoogleInfo: { emailAddress: 'buyer@example.org' },
      })
      return token
    },
  }
}

async function sandbox(): Promise<Shop> {
  const clock = movableClock()
  const secret = newSecret()
  return {
    store: await openProvider(sandboxStore, { STORE_SANDBOX_SECRET: secret }, { clock }),
    clock,
    signer: {
      holdsMs: hours(1),
      sign: async (payload, at) => ({ payload, headers: { authorization: await sandboxBearer(secret, at) } }),
    },
    buy: (buyer) =>
      sandboxPurchase(secret, { product: 'monthly', days: 30, renewals: 1, buyer }, clock.now()),
  }
}

const payload = Buffer.from('{}')

describe.each([
  ['Google Play', google],
  ['the sandbox', sandbox],
])('%s', (_name, open) => {
  test('says what became of a purchase, and who bought it', async () => {
    const { store, clock, buy } = await open()
    const subscription = await store.subscription(await buy('somebody'))
    expect(subscription).toMatchObject({
      productId: 'monthly',
      state: 'SUBSCRIPTION_STATE_ACTIVE',
      isRenewing: true,
      boughtBy: 'somebody',
    })
    const left = Date.parse(subscription?.expiresAt ?? '') - clock.now().getTime()
    expect(Math.round(left / days(1))).toBe(30)
    expect(JSON.stringify(subscription?.answer)).not.toContain('buyer@example.org')
  })

  test('knows no purchase that nobody made', async () => {
    const { store } = await open()
    expect(await store.subscription('made up/../.')).toBeUndefined()
  })

  test('believes its own notifications, for as long as they hold', async () => {
    const { store, clock, signer } = await open()
    const sent = await signer.sign(payload, clock.now())
    const ask = () => store.senderOf({ bytes: sent.payload, headers: sent.headers })
    expect(await ask()).toEqual({ provider: expect.stringMatching(/^[a-z-]+$/) })
    clock.advance(signer.holdsMs - minutes(1))
    await ask()
    clock.advance(minutes(2))
    await expect(ask()).rejects.toMatchObject({ code: signatureExpired.code })
    clock.advance(-hours(2))
    await expect(ask()).rejects.toMatchObject({ code: signatureInvalid.code })
  })

  test('believes nobody without a token', async () => {
    const { store } = await open()
    for (const authorization of ['', 'Bearer', 'Bearer a.b.c', 'Basic YTpi'])
      await expect(store.senderOf({ bytes: payload, headers: { authorization } })).rejects.toMatchObject({
        code: signatureInvalid.code,
      })
  })
})

describe('the sandbox', () => {
  test('lets a purchase renew itself, and end', async () => {
    const { store, clock, buy } = await sandbox()
    const token = await buy('somebody')
    clock.advance(days(31))
    expect(await store.subscription(token)).toMatchObject({
      state: 'SUBSCRIPTION_STATE_ACTIVE',
      isRenewing: false,
    })
    clock.advance(days(30))
    expect(await store.subscription(token)).toMatchObject({
      state: 'SUBSCRIPTION_STATE_EXPIRED',
      isRenewing: false,
    })
  })
})

describe('Google Play', () => {
  test('is asked with one access token until that ends, or is refused', async () => {
    const { server, store, clock } = await startGoogle()
    const ask = () => store.subscription('nobody’s')
    await Promise.all(Array.from({ length: 10 }, ask))
    expect([server.asked().purchases, server.tokensGiven()]).toEqual([10, 1])
    clock.advance(minutes(59))
    await ask()
    expect(server.tokensGiven()).toBe(2)
    server.revokeTokens()
    await ask()
    expect(server.tokensGiven()).toBe(3)
  })

  test('is asked for its keys once, and nobody is blamed when they cannot be had', async () => {
    const { server, store, clock, settings } = await startGoogle()
    const { headers } = await server.signer.sign(payload, clock.now())
    const sent = { bytes: payload, headers }
    await Promise.all(Array.from({ length: 10 }, () => store.senderOf(sent)))
    expect(server.asked().certs).toBe(1)
    const elsewhere = { ...settings, GOOGLE_CERTS_URL: `${settings.GOOGLE_CERTS_URL}/not-there` }
    const astray = await openProvider(googlePlay, elsewhere, { clock })
    await expect(astray.senderOf(sent)).rejects.toThrow(ProviderRefused)
    const silent = { ...settings, GOOGLE_CERTS_URL: 'http://127.0.0.1:9/certs' }
    const alone = await openProvider(googlePlay, silent, { clock })
    await expect(alone.senderOf(sent)).rejects.toThrow(ProviderUnavailable)
  })

  test('says whether another try can help', async () => {
    const { server, store } = await startGoogle()
    const ask = () => store.subscription('nobody’s')
    const failing = (status: number) => server.failNext({ status })
    expect(await ask()).toBeUndefined()
    failing(500)
    await expect(ask()).rejects.toThrow(ProviderUnsure)
    failing(403)
    await expect(ask()).rejects.toThrow(ProviderRefused)
    failing(410)
    expect(await ask()).toBeUndefined()
    failing(503)
    expect(await ask()).toBeUndefined()
    server.purchases.set('strange', { subscriptionState: 'SUBSCRIPTION_STATE_ACTIVE' })
    await expect(store.subscription('strange')).rejects.toThrow(ProviderUnsure)
  })

  test('tells by which of several products lasts longest', async () => {
    const { server, store } = await startGoogle()
    const item = (productId: string, expiryTime: string) => ({ productId, expiryTime })
    server.purchases.set('upgraded', {
      subscriptionState: 'SUBSCRIPTION_STATE_CANCELED',
      linkedPurchaseToken: 'before',
      lineItems: [item('old', '2026-02-01T00:00:00.000Z'), item('new', '2026-03-01T00:00:00Z')],
    })
    expect(await store.subscription('upgraded')).toMatchObject({
      productId: 'new',
      expiresAt: '2026-03-01T00:00:00.000Z',
      isRenewing: false,
      linkedToken: 'before',
    })
  })

  test('tells of what was bought again in the store whose it was, and which purchase had ended', async () => {
    const { server, store } = await startGoogle()
    server.purchases.set('again', {
      subscriptionState: 'SUBSCRIPTION_STATE_ACTIVE',
      lineItems: [{ productId: 'monthly', expiryTime: '2026-03-01T00:00:00Z' }],
      outOfAppPurchaseContext: {
        expiredExternalAccountIdentifiers: { obfuscatedExternalAccountId: 'somebody' },
        expiredPurchaseToken: 'ended',
      },
    })
    expect(await store.subscription('again')).toMatchObject({ boughtBy: 'somebody', expiredToken: 'ended' })
  })

  test('is not opened with an account that cannot be read, and that is not shown', async () => {
    const { settings } = await startGoogle()
    const broken = { ...settings, GOOGLE_SERVICE_ACCOUNT: '{"private_key":"secret"' }
    await expect(openProvider(googlePlay, broken)).rejects.toThrow(/^this is no key of a service account$/)
  })
})

import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type IdentityServer, startIdentityServer } from '../../testing/identity-server.ts'
import { closeProviders, openPorts, openProvider } from '../../testing/providers.ts'
import { hours, movableClock, seconds } from '../clock.ts'
import { ProviderRefused, ProviderUnsure } from '../provider-errors.ts'
import type { Providers } from '../providers.ts'
import { apple } from './apple.ts'
import { facebook } from './facebook.ts'
import { google } from './google.ts'
import type { SocialProvider, SocialSignIn } from './port.ts'

const clock = movableClock()
let server: IdentityServer
beforeAll(async () => {
  server = await startIdentityServer(clock)
})
afterAll(async () => {
  await closeProviders()
  await server.close()
})

const open = (provider: SocialProvider): Promise<SocialSignIn> => {
  const { settings } = server
  const of = (declared: { settings: { properties: object } }) =>
    Object.fromEntries(Object.entries(settings).filter(([name]) => name in declared.settings.properties))
  if (provider === 'google') return openProvider(google, of(google), { clock })
  if (provider === 'apple') return openProvider(apple, of(apple), { clock })
  return openProvider(facebook, of(facebook), { clock })
}
const refused = (asked: Promise<unknown>) => expect(asked).rejects.toBeInstanceOf(ProviderRefused)

describe.each(['google', 'apple', 'facebook'] as const)('a token of %s', (provider) => {
  test('says who somebody is', async () => {
    const port = await open(provider)
    const token = await server.idToken(provider, { sub: 'ada', email: 'ada@example.org', name: ' Ada ' })
    expect(await port.identify(token)).toEqual({
      provider,
      subject: 'ada',
      email: 'ada@example.org',
      isEmailVerified: false,
      name: 'Ada',
    })
  })

  test('proves an address by a yes, written as a text or not, and by nothing else', async () => {
    const port = await open(provider)
    for (const [email_verified, isEmailVerified] of [
      [true, true],
      ['true', true],
      [false, false],
      ['false', false],
      [1, false],
      [undefined, false],
    ]) {
      const token = await server.idToken(provider, { email: 'ada@example.org', email_verified })
      expect(await port.identify(token)).toMatchObject({ isEmailVerified })
    }
    expect(await port.identify(await server.idToken(provider, { email_verified: true }))).toMatchObject({
      isEmailVerified: false,
    })
  })

  test('is for us, of now, and signed by the provider', async () => {
    const port = await open(provider)
    const now = Math.floor(clock.now().getTime() / 1000)
    for (const claims of [
      { aud: 'somebody-else' },
      { aud: [server.clientIds[provider], 'somebody-else'] },
      { aud: [] },
      { aud: undefined },
      { exp: now - 60 },
      { exp: undefined },
      { iat: undefined },
      { nbf: now + 600 },
      { iss: 'https://accounts.example.org' },
      { iss: undefined },
      { sub: undefined },
      { sub: '' },
      { sub: 'a'.repeat(256) },
    ])
      await refused(port.identify(await server.idToken(provider, claims)))
    await refused(port.identify(await server.idToken(provider, {}, 'nobody')))
    await refused(port.identify(await server.idToken(provider, {}, 'unknown key')))
    await refused(port.identify('no.token.at all'))
    const [header, payload] = (await server.idToken(provider)).split('.')
    const none = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url')
    await refused(port.identify(`${none}.${payload}.`))
    await refused(port.identify(`${header}.${payload}.`))
  })

  test('of a nonce is good with that nonce only', async () => {
    const port = await open(provider)
    const plain = await server.idToken(provider, { nonce: 'n-1' })
    expect(await port.identify(plain, { nonce: 'n-1' })).toMatchObject({ provider })
    for (const nonce of ['n-2', undefined, '']) await refused(port.identify(plain, { nonce }))
    const digest = createHash('sha256').update('n-1').digest('hex')
    const hashed = await server.idToken(provider, { nonce: digest })
    expect(await port.identify(hashed, { nonce: 'n-1' })).toMatchObject({ provider })
    await refused(port.identify(await server.idToken(provider), { nonce: 'n-1' }))
  })
})

describe('keys', () => {
  test('are asked for once, and anew when the provider has others', async () => {
    const port = await open('google')
    const before = server.keysAsked('google')
    const old = await server.idToken('google')
    for (let read = 0; read < 5; read += 1) await port.identify(old)
    expect(server.keysAsked('google')).toBe(before + 1)
    await server.rotate('google')
    // Whoever names keys that nobody has does not make us ask each time.
    await refused(port.identify(await server.idToken('google')))
    expect(server.keysAsked('google')).toBe(before + 1)
    clock.advance(seconds(31))
    await port.identify(await server.idToken('google'))
    expect(server.keysAsked('google')).toBe(before + 2)
    await refused(port.identify(old))
    clock.advance(hours(1))
    await port.identify(await server.idToken('google'))
    expect(server.keysAsked('google')).toBe(before + 3)
  })

  test('that cannot be had are no fault of the token', async () => {
    const port = await open('apple')
    const token = await server.idToken('apple')
    server.failNext('malformed')
    await expect(port.identify(token)).rejects.toBeInstanceOf(ProviderUnsure)
    server.heal()
    expect(await port.identify(token)).toMatchObject({ provider: 'apple' })
  })

  test('are those of whom the operator named', async () => {
    const settings = { GOOGLE_SIGN_IN_CLIENT_IDS: server.clientIds.google, GOOGLE_SIGN_IN_ISSUER: '' }
    settings.GOOGLE_SIGN_IN_ISSUER = `${server.url}/apple`
    const port = await openProvider(google, settings, { clock })
    await refused(port.identify(await server.idToken('google')))
    settings.GOOGLE_SIGN_IN_ISSUER = `${server.url}/apple/../google/`
    const other = await openProvider(google, settings, { clock })
    await expect(other.identify(await server.idToken('google'))).rejects.toBeInstanceOf(Error)
  })
})

describe('without settings', () => {
  test('nobody signs in by it, and what is to be set is named', async () => {
    const providers = await openPorts({})
    for (const [name, settings] of [
      ['socialGoogle', ['SOCIAL_GOOGLE_PROVIDER', 'GOOGLE_SIGN_IN_CLIENT_IDS']],
      ['socialApple', ['SOCIAL_APPLE_PROVIDER', 'APPLE_SIGN_IN_CLIENT_IDS']],
      ['socialFacebook', ['SOCIAL_FACEBOOK_PROVIDER', 'FACEBOOK_SIGN_IN_APP_IDS']],
    ] as [keyof Providers, string[]][]) {
      const ask = () => providers[name]
      expect(ask).toThrow(
        expect.objectContaining({ code: 'PROVIDER_NOT_CONFIGURED', extra: { details: { settings } } }),
      )
    }
  })

  test('of a secret only apps do', async () => {
    const ids = { GOOGLE_SIGN_IN_CLIENT_IDS: 'a' }
    expect((await openProvider(google, ids)).redirect).toBeUndefined()
    expect((await openProvider(apple, { APPLE_SIGN_IN_CLIENT_IDS: 'a' })).redirect).toBeUndefined()
    await expect(
      Promise.resolve().then(() => openProvider(google, { GOOGLE_SIGN_IN_CLIENT_IDS: ' , ' })),
    ).rejects.toThrow('it names no client id')
  })
})

describe.each(['google', 'apple'] as const)('the way by the page of %s', (provider) => {
  const redirectUri = 'http://localhost:3000/back'
  const codeVerifier = 'v'.repeat(43)
  const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url')

  async function codeOf(port: SocialSignIn): Promise<string> {
    const asked = { redirectUri, state: 's-1', nonce: 'n-1', codeChallenge }
    const answer = await fetch(port.redirect?.addressFor(asked) ?? '', { redirect: 'manual' })
    const back = answer.headers.get('location')
    if (back !== null) {
      const { searchParams } = new URL(back)
      expect(searchParams.get('state')).toBe('s-1')
      return searchParams.get('code') ?? ''
    }
    const page = await answer.text()
    expect(page).toContain('name="state" value="s-1"')
    return /name="code" value="([^"]+)"/.exec(page)?.[1] ?? ''
  }

  test('ends with a token for a code, once and for its verifier only', async () => {
    const port = await open(provider)
    server.signInAs({ sub: 'ada', email: 'x@privaterelay.appleid.com', email_verified: 'true' })
    const code = await codeOf(port)
    const exchange = (given: object) =>
      port.redirect?.exchange({ code, codeVerifier, redirectUri, ...given }) ?? expect.fail()
    await refused(exchange({ codeVerifier: 'w'.repeat(43) }))
    await refused(exchange({ redirectUri: 'http://localhost:3000/elsewhere' }))
    const token = await exchange({})
    expect(await port.identify(token, { nonce: 'n-1' })).toMatchObject({
      subject: 'ada',
      isEmailVerified: true,
    })
    await refused(exchange({}))
  })
})

import { createHash, generateKeyPair, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import { exportJWK, exportPKCS8, importSPKI, jwtVerify, SignJWT } from 'jose'
import { newId, newSecret } from '../platform/ids.ts'
import type { SocialProvider } from '../platform/social/port.ts'
import { type Given, type OutsideServer, type Received, startOutsideServer } from './outside-server.ts'

/**
 * Google, Apple and Facebook as far as signing in needs them: discovery, keys, id tokens, the page where people say
 * yes, and the exchange of codes. Written from OpenID Connect, RFC 7636 and the providers' descriptions; strict about
 * what it receives.
 */
export interface IdentityServer extends OutsideServer {
  /** What an operator would set. */
  settings: Record<string, string>
  /** An id token, as the provider signs it, with some claims of a test's own; `undefined` leaves one out. */
  idToken(provider: SocialProvider, claims?: Claims, by?: SignedBy): Promise<string>
  /** Signs with a new key from now on; the former ones are published no more. */
  rotate(provider: SocialProvider): Promise<void>
  /** How often each provider was asked for its keys. */
  keysAsked(provider: SocialProvider): number
  /** Who says yes on the providers' pages from now on. */
  signInAs(claims: Claims): void
  /** The client id of the web, by provider. */
  clientIds: Record<SocialProvider, string>
}

export type Claims = Record<string, unknown>
type SignedBy = 'provider' | 'nobody' | 'unknown key'

const clientIds = {
  google: 'web.apps.googleusercontent.example',
  apple: 'example.plaza.web',
  facebook: '1234567890',
}
const appIds = { google: 'ios.apps.googleusercontent.example', apple: 'example.plaza', facebook: '' }
const googleSecret = 'a secret of Google and us'
const team = { id: 'TEAM123456', keyId: 'KEY1234567' }

const makeKeys = promisify(generateKeyPair)
const newKeys = () => makeKeys('rsa', { modulusLength: 2048 })
const makeShared = async () => ({
  first: await newKeys(),
  second: await newKeys(),
  nobodys: await newKeys(),
  client: await makeKeys('ec', { namedCurve: 'P-256' }),
})
/** Takes a while, so that servers of one process share them. */
let shared: ReturnType<typeof makeShared> | undefined

interface Granted {
  provider: SocialProvider
  redirectUri: string
  challenge: string
  nonce: string
}

const json = (status: number, body: object): Given => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})
const refusal = (error: string, status = 400): Given => json(status, { error })

export async function startIdentityServer({ now }: { now: () => Date }): Promise<IdentityServer> {
  shared ??= makeShared()
  const { first, second, nobodys, client } = await shared
  const keys = new Map<
    SocialProvider,
    { kid: string; pair: { publicKey: KeyObject; privateKey: KeyObject } }
  >()
  for (const provider of ['google', 'apple', 'facebook'] as const)
    keys.set(provider, { kid: `${provider}-1`, pair: first })
  const asked = new Map<SocialProvider, number>()
  const codes = new Map<string, Granted>()
  let person: Claims = {}

  const keyOf = (provider: SocialProvider) => {
    const key = keys.get(provider)
    if (!key) throw new Error(`there is no ${provider}`)
    return key
  }
  const issuerOf = (provider: SocialProvider) => `${server.url}/${provider}`
  const seconds = () => Math.floor(now().getTime() / 1000)

  async function idToken(provider: SocialProvider, claims: Claims = {}, by: SignedBy = 'provider') {
    const { kid, pair } = keyOf(provider)
    const usual: Claims = {
      iss: issuerOf(provider),
      aud: clientIds[provider],
      sub: newId(),
      iat: seconds(),
      exp: seconds() + 600,
    }
    const all = Object.fromEntries(
      Object.entries({ ...usual, ...claims }).filter(([, value]) => value !== undefined),
    )
    return new SignJWT(all)
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: by === 'unknown key' ? newId() : kid })
      .sign(by === 'provider' ? pair.privateKey : nobodys.privateKey)
  }

  const discovery = (provider: SocialProvider): Given =>
    json(200, {
      issuer: issuerOf(provider),
      authorization_endpoint: `${issuerOf(provider)}/authorize`,
      token_endpoint: `${issuerOf(provider)}/token`,
      jwks_uri: `${issuerOf(provider)}/keys`,
      id_token_signing_alg_values_supported: ['RS256'],
    })

  async function publishedKeys(provider: SocialProvider): Promise<Given> {
    asked.set(provider, (asked.get(provider) ?? 0) + 1)
    const { kid, pair } = keyOf(provider)
    return json(200, { keys: [{ ...(await exportJWK(pair.publicKey)), kid, alg: 'RS256', use: 'sig' }] })
  }

  /** The page where somebody says yes; here everybody does. */
  function authorize(provider: SocialProvider, { searchParams: query }: URL): Given {
    const [redirectUri = '', state = '', nonce = '', challenge = ''] = [
      'redirect_uri',
      'state',
      'nonce',
      'code_challenge',
    ].map((name) => query.get(name) ?? '')
    const isForm = provider === 'apple'
    const isRight =
      query.get('client_id') === clientIds[provider] &&
      query.get('response_type') === 'code' &&
      query.get('code_challenge_method') === 'S256' &&
      (query.get('response_mode') === 'form_post') === isForm &&
      [redirectUri, state, nonce].every((value) => value !== '') &&
      /^[\w-]{43}$/.test(challenge)
    if (!isRight) return refusal('invalid_request')
    const code = newSecret()
    codes.set(code, { provider, redirectUri, challenge, nonce })
    if (!isForm) {
      const back = new URL(redirectUri)
      back.search = new URLSearchParams({ code, state, scope: 'openid email profile' }).toString()
      return { status: 302, headers: { location: back.href } }
    }
    const [firstName = '', lastName = ''] = String(person.name ?? '').split(' ')
    const user = JSON.stringify({ name: { firstName, lastName }, email: person.email })
    const fields = Object.entries({ code, state, ...(person.name ? { user } : {}) })
    const inputs = fields.map(
      ([name, value]) => `<input type="hidden" name="${name}" value="${value.replaceAll('"', '&quot;')}">`,
    )
    return {
      status: 200,
      headers: { 'content-type': 'text/html' },
      body: `<!doctype html><form method="post" action="${redirectUri}">${inputs.join('')}</form><script>document.forms[0].submit()</script>`,
    }
  }

  async function isClient(provider: SocialProvider, form: URLSearchParams): Promise<boolean> {
    const secret = form.get('client_secret') ?? ''
    if (form.get('client_id') !== clientIds[provider]) return false
    if (provider === 'google') return secret === googleSecret
    const key = await importSPKI(client.publicKey.export({ type: 'spki', format: 'pem' }).toString(), 'ES256')
    const verified = await jwtVerify(secret, key, {
      algorithms: ['ES256'],
      issuer: team.id,
      subject: clientIds.apple,
      audience: issuerOf('apple'),
      currentDate: now(),
      requiredClaims: ['iat', 'exp'],
    }).catch(() => undefined)
    return verified?.protectedHeader.kid === team.keyId
  }

  async function exchange(provider: SocialProvider, { headers, bytes }: Received): Promise<Given> {
    const form = new URLSearchParams(bytes.toString())
    if (headers['content-type'] !== 'application/x-www-form-urlencoded') return refusal('invalid_request')
    if (!(await isClient(provider, form))) return refusal('invalid_client', 401)
    const code = form.get('code') ?? ''
    const granted = codes.get(code)
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    const isRight =
      form.get('grant_type') === 'authorization_code' &&
      granted?.provider === provider &&
      granted.redirectUri === form.get('redirect_uri') &&
      granted.challenge === challenge
    if (!isRight) return refusal('invalid_grant')
    codes.delete(code)
    // Apple tells the name in the form only.
    const { name, ...claims } = person
    const said = provider === 'apple' ? claims : { ...claims, ...(name ? { name } : {}) }
    return json(200, {
      access_token: newSecret(),
      token_type: 'Bearer',
      expires_in: 3600,
      id_token: await idToken(provider, { ...said, nonce: granted.nonce }),
    })
  }

  const server = await startOutsideServer((received) => {
    const [, name = '', rest = ''] = /^\/(google|apple|facebook)(\/.*)$/.exec(received.url.pathname) ?? []
    const provider = name as SocialProvider
    const isGet = received.method === 'GET'
    // Facebook's has a slash at its end, and nobody else's.
    const document = `/.well-known/openid-configuration${provider === 'facebook' ? '/' : ''}`
    if (isGet && rest === document) return discovery(provider)
    if (isGet && rest === '/keys') return publishedKeys(provider)
    if (isGet && rest === '/authorize') return authorize(provider, received.url)
    if (!isGet && rest === '/token') return exchange(provider, received)
    return refusal('not_found', 404)
  })

  return {
    ...server,
    settings: {
      SOCIAL_GOOGLE_PROVIDER: 'google',
      GOOGLE_SIGN_IN_CLIENT_IDS: `${clientIds.google}, ${appIds.google}`,
      GOOGLE_SIGN_IN_SECRET: googleSecret,
      GOOGLE_SIGN_IN_ISSUER: `${server.url}/google`,
      GOOGLE_SIGN_IN_URL: `${server.url}/google/authorize`,
      SOCIAL_APPLE_PROVIDER: 'apple',
      APPLE_SIGN_IN_CLIENT_IDS: `${clientIds.apple},${appIds.apple}`,
      APPLE_SIGN_IN_TEAM_ID: team.id,
      APPLE_SIGN_IN_KEY_ID: team.keyId,
      APPLE_SIGN_IN_KEY: (await exportPKCS8(client.privateKey)).trim().replaceAll('\n', '\\n'),
      APPLE_SIGN_IN_ISSUER: `${server.url}/apple`,
      APPLE_SIGN_IN_URL: `${server.url}/apple/authorize`,
      SOCIAL_FACEBOOK_PROVIDER: 'facebook',
      FACEBOOK_SIGN_IN_APP_IDS: clientIds.facebook,
      FACEBOOK_SIGN_IN_ISSUER: `${server.url}/facebook`,
    },
    idToken,
    async rotate(provider) {
      keys.set(provider, { kid: newId(), pair: keyOf(provider).pair === first ? second : first })
    },
    keysAsked: (provider) => asked.get(provider) ?? 0,
    signInAs(claims) {
      person = claims
    },
    clientIds,
  }
}

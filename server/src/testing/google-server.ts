import { createPublicKey, generateKeyPair, type KeyObject } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { exportJWK, jwtVerify, SignJWT } from 'jose'
import { newSecret } from '../platform/ids.ts'
import type { Signed, Signer } from './signer.ts'

/**
 * Google as far as a shop needs it: tokens for a service account, what became of subscriptions, and the
 * keys of the bearer tokens that Pub/Sub pushes with. Written from Google's description and from
 * nothing of ours; strict about what it receives.
 */
export interface GoogleServer {
  /** What an operator would set. */
  settings: Record<string, string>
  /** SubscriptionPurchaseV2 by purchase token. */
  purchases: Map<string, Record<string, unknown>>
  /** How often it was asked about a purchase, and for a token. */
  asked: { purchases: number; tokens: number; certs: number }
  signer: Signer
  /** Answers the next so many questions about purchases with an error. */
  fail(status: number, times: number): void
  /** Keeps questions about purchases waiting until the returned function is called. */
  hold(): () => void
  /** No token that was given out is good any more. */
  revokeTokens(): void
  close(): Promise<void>
}

/** Refuses as Google does. */
class GoogleRefusal extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

const packageName = 'org.example.wellness'
const audience = 'https://plaza.example.org/android'
const email = 'push@example.iam.gserviceaccount.com'
const account = 'shop@example.iam.gserviceaccount.com'
const makeKeys = promisify(generateKeyPair)
const newKeys = () => makeKeys('rsa', { modulusLength: 2048 })
let keys: ReturnType<typeof makeAllKeys> | undefined
/** Takes most of a second, so that servers of one process share them. */
const makeAllKeys = () => Promise.all([newKeys(), newKeys(), newKeys()])

export async function startGoogleServer({ now }: { now(): Date }): Promise<GoogleServer> {
  keys ??= makeAllKeys()
  const [ofAccount, ofGoogle, ofNobody] = await keys
  const purchases: GoogleServer['purchases'] = new Map()
  const asked = { purchases: 0, tokens: 0, certs: 0 }
  const tokens = new Map<string, number>()
  let failures: number[] = []
  let held: Promise<void> | undefined

  async function answer(request: IncomingMessage, url: URL): Promise<object> {
    if (url.pathname === '/token') return token(request, url)
    if (url.pathname === '/certs') {
      asked.certs += 1
      return {
        keys: [{ ...(await exportJWK(ofGoogle.publicKey)), kid: 'google-1', alg: 'RS256', use: 'sig' }],
      }
    }
    const [, ofPackage, purchaseToken] =
      /^\/androidpublisher\/v3\/applications\/([^/]+)\/purchases\/subscriptionsv2\/tokens\/([^/]+)$/.exec(
        url.pathname,
      ) ?? []
    if (request.method !== 'GET' || !ofPackage || !purchaseToken) throw new GoogleRefusal(404, 'Not Found')
    asked.purchases += 1
    const purchase = purchases.get(decodeURIComponent(purchaseToken))
    await held
    const failure = failures.shift()
    if (failure) throw new GoogleRefusal(failure, 'on command')
    const bearer = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
    if ((tokens.get(bearer) ?? 0) <= now().getTime()) throw new GoogleRefusal(401, 'UNAUTHENTICATED')
    if (ofPackage !== packageName) throw new GoogleRefusal(403, 'PERMISSION_DENIED')
    if (!purchase) throw new GoogleRefusal(400, 'The purchase token is not valid.')
    return { kind: 'androidpublisher#subscriptionPurchaseV2', ...purchase }
  }

  async function token(request: IncomingMessage, url: URL): Promise<object> {
    asked.tokens += 1
    const form = new URLSearchParams(await text(request))
    const isForm = request.headers['content-type'] === 'application/x-www-form-urlencoded'
    if (request.method !== 'POST' || !isForm) throw new GoogleRefusal(405, 'POST a form')
    if (form.get('grant_type') !== 'urn:ietf:params:oauth:grant-type:jwt-bearer')
      throw new GoogleRefusal(400, 'unsupported_grant_type')
    const { payload } = await jwtVerify(form.get('assertion') ?? '', ofAccount.publicKey, {
      issuer: account,
      audience: url.href,
      requiredClaims: ['scope', 'iat', 'exp'],
      currentDate: now(),
    }).catch(() => {
      throw new GoogleRefusal(400, 'invalid_grant')
    })
    if (payload.scope !== 'https://www.googleapis.com/auth/androidpublisher')
      throw new GoogleRefusal(400, 'invalid_scope')
    if (Number(payload.exp) - Number(payload.iat) > 3600) throw new GoogleRefusal(400, 'invalid_grant')
    const access_token = `ya29.${newSecret()}`
    tokens.set(access_token, now().getTime() + 3_599_000)
    return { access_token, expires_in: 3599, token_type: 'Bearer' }
  }

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`)
    answer(request, url).then(
      (body) => reply(response, 200, body),
      (error) => {
        const status = error instanceof GoogleRefusal ? error.status : 500
        reply(response, status, { error: { code: status, message: String(error) } })
      },
    )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('the Google server has no port')
  const base = `http://127.0.0.1:${address.port}`
  return {
    settings: {
      PLAY_STORE_PROVIDER: 'google',
      GOOGLE_PLAY_PACKAGE: packageName,
      GOOGLE_PLAY_URL: base,
      GOOGLE_CERTS_URL: `${base}/certs`,
      GOOGLE_PUBSUB_AUDIENCE: audience,
      GOOGLE_PUBSUB_EMAIL: email,
      GOOGLE_SERVICE_ACCOUNT: JSON.stringify({
        type: 'service_account',
        client_email: account,
        private_key_id: 'account-1',
        private_key: ofAccount.privateKey.export({ type: 'pkcs8', format: 'pem' }),
        token_uri: `${base}/token`,
      }),
    },
    purchases,
    asked,
    signer: pushSigner(ofGoogle.privateKey, ofNobody.privateKey),
    fail: (status, times) => {
      failures = Array<number>(times).fill(status)
    },
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>()
      held = promise
      return () => {
        held = undefined
        resolve()
      }
    },
    revokeTokens: () => tokens.clear(),
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

function reply(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8' }).end(JSON.stringify(body))
}

const json = { 'content-type': 'application/json' }
const seconds = (at: Date) => Math.floor(at.getTime() / 1000)

/** Pub/Sub's way to authenticate a push: an OpenID token of Google's for the subscription's account. */
function pushSigner(ofGoogle: KeyObject, ofNobody: KeyObject): Signer {
  const claims = {
    email,
    email_verified: true,
    iss: 'https://accounts.google.com',
    aud: audience,
    sub: '1135',
  }
  const signed =
    (changed: Record<string, unknown> = {}, key = ofGoogle, kid = 'google-1') =>
    async (payload: Buffer, at: Date): Promise<Signed> => {
      const token = await new SignJWT({ ...claims, ...changed })
        .setProtectedHeader({ alg: 'RS256', kid, typ: 'JWT' })
        .setIssuedAt(seconds(at))
        .setExpirationTime(seconds(at) + 3600)
        .sign(key)
      return { payload, headers: { ...json, authorization: `Bearer ${token}` } }
    }
  const sign = signed()
  const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return {
    holdsMs: 3_600_000,
    aheadMs: 30_000,
    sign,
    forgeries: {
      'signed with another key': signed({}, ofNobody),
      'signed with a key nobody knows': signed({}, ofNobody, 'google-2'),
      altered: async (payload, at) => {
        const { headers } = await sign(payload, at)
        const [header, , signature] = String(headers.authorization).slice('Bearer '.length).split('.')
        const other = encoded({ ...claims, sub: '1136', iat: seconds(at), exp: seconds(at) + 3600 })
        return { payload, headers: { ...json, authorization: `Bearer ${header}.${other}.${signature}` } }
      },
      unsigned: async (payload) => ({ payload, headers: json }),
      'signed by nobody (alg: none)': async (payload, at) => {
        const body = encoded({ ...claims, iat: seconds(at), exp: seconds(at) + 3600 })
        return { payload, headers: { ...json, authorization: `Bearer ${encoded({ alg: 'none' })}.${body}.` } }
      },
      'signed with the public key as a secret': async (payload, at) => {
        const secret = createPublicKey(ofGoogle).export({ type: 'spki', format: 'pem' })
        const token = await new SignJWT(claims)
          .setProtectedHeader({ alg: 'HS256', kid: 'google-1' })
          .setIssuedAt(seconds(at))
          .setExpirationTime(seconds(at) + 3600)
          .sign(new TextEncoder().encode(String(secret)))
        return { payload, headers: { ...json, authorization: `Bearer ${token}` } }
      },
      'made for somebody else': signed({ aud: 'https://elsewhere.example.org' }),
      'of another account': signed({ email: 'eve@example.iam.gserviceaccount.com' }),
      'of an address that was not proved': signed({ email_verified: false }),
      'of another issuer': signed({ iss: 'https://accounts.example.org' }),
    },
  }
}

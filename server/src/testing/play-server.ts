import { createPublicKey, generateKeyPair, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import { exportJWK, SignJWT } from 'jose'
import { type GoogleServer, googleError, startGoogleServer } from './google-server.ts'
import { type Given, type Received, startOutsideServer } from './outside-server.ts'
import type { Signed, Signer } from './signer.ts'

/**
 * Google Play as far as a shop needs it: what became of subscriptions, and the keys of the bearer tokens
 * that Pub/Sub pushes with. Written from Google's description; strict about what it receives.
 */
export interface PlayServer extends GoogleServer {
  /** What an operator would set. */
  settings: Record<string, string> & { GOOGLE_PLAY_PACKAGE: string }
  /** SubscriptionPurchaseV2 by purchase token. */
  purchases: Map<string, Record<string, unknown>>
  /** How often it was asked about a purchase, and how often for its keys. */
  asked(): { purchases: number; certs: number }
  signer: Signer
  /** Keeps questions about purchases waiting until the returned function is called. */
  hold(): () => void
}

const packageName = 'org.example.wellness'
const audience = 'https://plaza.example.org/android'
const email = 'push@example.iam.gserviceaccount.com'
const scope = 'https://www.googleapis.com/auth/androidpublisher'
const place = /^\/androidpublisher\/v3\/applications\/([^/]+)\/purchases\/subscriptionsv2\/tokens\/([^/]+)$/

const makeKeys = promisify(generateKeyPair)
const newKeys = () => makeKeys('rsa', { modulusLength: 2048 })
/** Takes a while, so that servers of one process share them. */
const makeAllKeys = () => Promise.all([newKeys(), newKeys()])
let keys: ReturnType<typeof makeAllKeys> | undefined

export async function startPlayServer(options: { now: () => Date }): Promise<PlayServer> {
  keys ??= makeAllKeys()
  const [ofGoogle, ofNobody] = await keys
  const jwk = { ...(await exportJWK(ofGoogle.publicKey)), kid: 'google-1', alg: 'RS256', use: 'sig' }
  const certs = await startOutsideServer(({ url }) =>
    url.pathname === '/certs' ? answer({ keys: [jwk] }) : googleError(404, 'NOT_FOUND'),
  )
  const purchases: PlayServer['purchases'] = new Map()
  let asked = 0
  let held: Promise<void> | undefined

  async function serve({ method, url }: Received): Promise<Given> {
    const [, ofPackage, token = ''] = place.exec(url.pathname) ?? []
    if (method !== 'GET' || !ofPackage) return googleError(404, 'NOT_FOUND')
    if (ofPackage !== packageName) return googleError(403, 'PERMISSION_DENIED')
    asked += 1
    // What it is now is said, however long the answer takes.
    const purchase = purchases.get(decodeURIComponent(token))
    await held
    if (!purchase) return googleError(400, 'INVALID_ARGUMENT')
    return answer({ kind: 'androidpublisher#subscriptionPurchaseV2', ...purchase })
  }

  const server = await startGoogleServer({ ...options, scope }, serve)
  return {
    ...server,
    settings: {
      PLAY_STORE_PROVIDER: 'google',
      GOOGLE_PLAY_PACKAGE: packageName,
      GOOGLE_PLAY_URL: server.url,
      GOOGLE_TOKEN_URL: server.tokenUrl,
      GOOGLE_CERTS_URL: `${certs.url}/certs`,
      GOOGLE_PUBSUB_AUDIENCE: audience,
      GOOGLE_PUBSUB_EMAIL: email,
      GOOGLE_SERVICE_ACCOUNT: server.keyFile,
    },
    purchases,
    asked: () => ({ purchases: asked, certs: certs.requests() }),
    signer: pushSigner(ofGoogle.privateKey, ofNobody.privateKey),
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>()
      held = promise
      return () => {
        held = undefined
        resolve()
      }
    },
    async close() {
      await server.close()
      await certs.close()
    },
  }
}

const answer = (body: object): Given => ({
  status: 200,
  headers: { 'content-type': 'application/json; charset=UTF-8' },
  body: JSON.stringify(body),
})

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

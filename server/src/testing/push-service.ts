import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes } from 'node:crypto'
import { jwtVerify } from 'jose'
import { newSecret } from '../platform/ids.ts'
import { type Given, type OutsideServer, type Received, startOutsideServer } from './outside-server.ts'

/** A browser with its push service: it gives out subscriptions, and reads what arrives for them. */
export interface PushService extends OutsideServer {
  /** A subscription of a new browser, as it says it in JSON, for the key of who will send. */
  subscribe(publicKey: string): string
  /** Ends a subscription. */
  unsubscribe(subscription: string): void
  /** What a browser shows: a message of a topic takes the place of the one before. */
  shown(subscription: string): Record<string, unknown>[]
  taken(): number
}

interface Browser {
  publicKey: string
  auth: Buffer
  keys: ReturnType<typeof createECDH>
  shown: Map<string, Record<string, unknown>>
  isGone: boolean
}

export async function startPushService(options: { now: () => Date }): Promise<PushService> {
  const browsers = new Map<string, Browser>()
  let taken = 0
  const server = await startOutsideServer(async (received): Promise<Given> => {
    const browser = browsers.get(received.url.pathname)
    if (!browser) return { status: 404 }
    if (browser.isGone) return { status: 410 }
    const refused = await refusalOf(received, browser, options.now())
    if (refused !== undefined) return { status: refused }
    const { topic } = received.headers
    taken += 1
    browser.shown.set(String(topic ?? taken), JSON.parse(decrypt(received.bytes, browser).toString()))
    return { status: 201, headers: { location: `${received.url.origin}/message/${taken}` } }
  })
  const browserOf = (subscription: string) => {
    const browser = browsers.get(new URL(JSON.parse(subscription).endpoint).pathname)
    if (!browser) throw new Error('this service gave out no such subscription')
    return browser
  }
  return {
    ...server,
    taken: () => taken,
    shown: (subscription) => [...browserOf(subscription).shown.values()],
    unsubscribe(subscription) {
      browserOf(subscription).isGone = true
    },
    subscribe(publicKey) {
      const keys = createECDH('prime256v1')
      const p256dh = keys.generateKeys('base64url')
      const auth = randomBytes(16)
      const path = `/push/${newSecret()}`
      browsers.set(path, { publicKey, auth, keys, shown: new Map(), isGone: false })
      const endpoint = server.url + path
      return JSON.stringify({
        endpoint,
        expirationTime: null,
        keys: { p256dh, auth: auth.toString('base64url') },
      })
    },
  }
}

/** The status with which a push service refuses; undefined when all is as RFC 8030 and 8292 want it. */
async function refusalOf(
  { method, headers, bytes, url }: Received,
  { publicKey }: Browser,
  now: Date,
): Promise<number | undefined> {
  if (method !== 'POST') return 405
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(headers.authorization ?? '') ?? []
  if (token === '') return 401
  if (key !== publicKey) return 403
  const verified = await jwtVerify(token, verifierOf(key), {
    algorithms: ['ES256'],
    audience: url.origin,
    currentDate: now,
    requiredClaims: ['exp', 'sub'],
  }).catch(() => undefined)
  if (!verified) return 403
  const { exp = 0, sub = '' } = verified.payload
  if (exp - now.getTime() / 1000 > 86_400 || !/^(mailto:|https?:)/.test(sub)) return 403
  if (!/^\d+$/.test(String(headers.ttl))) return 400
  if (headers.topic !== undefined && !/^[A-Za-z0-9_-]{1,32}$/.test(String(headers.topic))) return 400
  if (headers['content-encoding'] !== 'aes128gcm') return 415
  return bytes.length > 4096 ? 413 : undefined
}

function verifierOf(key: string) {
  const point = Buffer.from(key, 'base64url')
  const part = (start: number) => point.subarray(start, start + 32).toString('base64url')
  return createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: part(1), y: part(33) }, format: 'jwk' })
}

/** As the browser does it, by RFC 8188 and 8291. */
function decrypt(record: Buffer, { keys, auth }: Pick<Browser, 'keys' | 'auth'>): Buffer {
  const salt = record.subarray(0, 16)
  const sender = record.subarray(21, 21 + record.readUInt8(20))
  const sealed = record.subarray(21 + sender.length)
  const derive = (input: Buffer, from: Buffer, info: Buffer, bytes: number) =>
    Buffer.from(hkdfSync('sha256', input, from, info, bytes))
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender])
  const input = derive(keys.computeSecret(sender), auth, info, 32)
  const key = derive(input, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(input, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-16))
  const text = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  return text.subarray(0, text.lastIndexOf(2))
}

import { createECDH, createPrivateKey, type KeyObject } from 'node:crypto'
import { SignJWT } from 'jose'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { type Clock, hours } from '../clock.ts'
import { type Answer, type Origin, type Outbound, type OutboundRequest, requireSuccess } from '../outbound.ts'
import { provider } from '../provider.ts'
import { encrypt } from './encryption.ts'
import { outcomeOfFailure, type Push, type PushMessage, type PushOutcome, shownForSeconds } from './port.ts'

/** Browsers, by the push service that each of them names (RFC 8030), encrypted and signed (RFC 8291, 8292). */
export const webPush = provider({
  port: 'push',
  name: 'web-push',
  summary: 'sends them by the push services of browsers',
  settings: Type.Object({
    WEB_PUSH_PRIVATE_KEY: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z0-9_-]{43}$',
        description:
          'VAPID private key: 32 bytes as base64url without padding; subscriptions hold for one key',
      }),
    ),
    WEB_PUSH_CONTACT: Type.Optional(
      Type.String({
        pattern: '^(https://|mailto:)\\S+$',
        maxLength: 320,
        description:
          'whom push services turn to in case of trouble, mailto: or https://; PUBLIC_URL unless set',
      }),
    ),
    WEB_PUSH_SERVICES: Type.String({
      default: 'fcm.googleapis.com,updates.push.services.mozilla.com,*.notify.windows.com,*.push.apple.com',
      maxLength: 4096,
      description:
        'hosts of push services that subscriptions may name; one with http(s):// is taken as it is, wherever it stands',
    }),
  }),
  secrets: ['WEB_PUSH_PRIVATE_KEY'],
  open(settings, { clock, outbound, publicUrl }): Push {
    const key = keyOf(settings.WEB_PUSH_PRIVATE_KEY)
    const contact = settings.WEB_PUSH_CONTACT ?? publicUrl
    const services = openServices(settings.WEB_PUSH_SERVICES, outbound)
    const send = async (message: PushMessage): Promise<PushOutcome> => {
      const subscription = subscriptionIn(message.token)
      const service = subscription && services(subscription.endpoint)
      if (!service) return { outcome: 'gone' }
      const sealed = encrypt(Buffer.from(payloadOf(message)), subscription)
      if (!sealed) return { outcome: 'gone' }
      const authorization = await vapid(key, subscription.endpoint.origin, contact, clock)
      return outcomeOf(
        await service({ method: 'POST', headers: headersOf(message, authorization), body: sealed }),
      )
    }
    return { send: (message) => send(message).catch(outcomeOfFailure), publicKey: key.publicKey }
  },
})

interface VapidKey {
  privateKey: KeyObject
  /** As browsers take it. */
  publicKey: string
}

function keyOf(text: string): VapidKey {
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(text, 'base64url')
  const point = pair.getPublicKey()
  const part = (start: number) => point.subarray(start, start + 32).toString('base64url')
  const jwk = { kty: 'EC', crv: 'P-256', d: text, x: part(1), y: part(33) }
  return { privateKey: createPrivateKey({ key: jwk, format: 'jwk' }), publicKey: point.toString('base64url') }
}

async function vapid(key: VapidKey, audience: string, contact: string, clock: Clock): Promise<string> {
  const token = await new SignJWT()
    .setProtectedHeader({ typ: 'JWT', alg: 'ES256' })
    .setAudience(audience)
    .setSubject(contact)
    .setExpirationTime(Math.floor((clock.now().getTime() + hours(12)) / 1000))
    .sign(key.privateKey)
  return `vapid t=${token}, k=${key.publicKey}`
}

type Send = (request: OutboundRequest) => Promise<Answer>

/** Which endpoints may be sent to: a subscription comes from a browser, so what it names may be anything. */
function openServices(list: string, outbound: Outbound): (endpoint: URL) => Send | undefined {
  const entries = list.split(',').map((entry) => entry.trim())
  const isAddress = (entry: string) => /^https?:\/\//.test(entry)
  const own = new Map<string, Origin>()
  for (const entry of entries.filter(isAddress))
    own.set(new URL(entry).origin, outbound.at(new URL(entry).origin))
  const hosts = new Set(entries.filter((entry) => !isAddress(entry)))
  return (endpoint) => {
    const origin = own.get(endpoint.origin)
    if (origin) return (request) => origin.send({ ...request, path: endpoint.pathname + endpoint.search })
    const { protocol, hostname } = endpoint
    const parent = hostname.replace(/^[^.]+/, '*')
    if (protocol !== 'https:' || !(hosts.has(hostname) || hosts.has(parent))) return undefined
    return (request) => outbound.toPublic(endpoint.href, request)
  }
}

const Subscription = Type.Object({
  endpoint: Type.String({ minLength: 1, maxLength: 2000 }),
  keys: Type.Object({ p256dh: Type.String(), auth: Type.String() }),
})

/** What a browser's `PushSubscription` says as JSON; undefined when it is none. */
function subscriptionIn(token: string) {
  try {
    const value: unknown = JSON.parse(token)
    if (!Value.Check(Subscription, value)) return undefined
    return { endpoint: new URL(value.endpoint), ...value.keys }
  } catch {
    return undefined
  }
}

const headersOf = ({ id }: PushMessage, authorization: string): Record<string, string> => ({
  authorization,
  ttl: String(shownForSeconds),
  urgency: 'normal',
  // 32 characters at most. A second message of the same topic takes the place of the first.
  topic: id.replaceAll('-', ''),
  'content-encoding': 'aes128gcm',
  'content-type': 'application/octet-stream',
})

const payloadOf = ({ id, title, body, link }: PushMessage): string =>
  JSON.stringify({ id, title, body, ...(link === null ? {} : { link }) })

function outcomeOf(answer: Answer): PushOutcome {
  if (answer.status === 404 || answer.status === 410) return { outcome: 'gone' }
  requireSuccess(answer, 'the push service')
  return { outcome: 'delivered' }
}

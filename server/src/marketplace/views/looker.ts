import { createHmac } from 'node:crypto'
import { addressOf } from '../../platform/network.ts'
import type { RequestFacts } from '../../platform/operation/caller.ts'
import type { Services } from '../../platform/services.ts'

/** Who looks, as it is kept: keyed hashes, from which nobody finds the person or the address without the secret. */
export interface Looker {
  /** The same on every day. */
  viewer: string
  /** Another one on every day, so that days cannot be put together. */
  address: string
}

/** A keyed hash in the form of a UUID, which takes little room. */
const hashed = (secret: string, ...parts: readonly string[]): string =>
  createHmac('sha256', secret)
    .update(parts.join('\n'))
    .digest('hex')
    .slice(0, 32)
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

/**
 * Devices that are told apart behind one network address. What an app calls its device proves nothing, so
 * that nobody becomes more than these by making up names.
 */
const mostDevices = 64

const deviceAmong = (secret: string, device: string): number =>
  Number.parseInt(hashed(secret, 'device', device).slice(0, 8), 16) % mostDevices

/** @param deviceId what the app calls its device; heeded of those without an account */
export function lookerOf(
  person: { id: string } | null,
  request: Pick<RequestFacts, 'ip'>,
  { deviceId, secret, now }: { deviceId: string | undefined; secret: string; now: Date },
): Looker {
  const network = addressOf(request.ip)
  const viewer = person
    ? hashed(secret, 'view of a person', person.id)
    : hashed(
        secret,
        'view of a device',
        network,
        deviceId === undefined ? '' : String(deviceAmong(secret, deviceId)),
      )
  return {
    viewer,
    address: hashed(secret, 'address of a view', now.toISOString().slice(0, 10), network),
  }
}

/** Whoever asks an operation, of those without an account by what it says of its device, in the body or a header. */
export const lookerAsking = ({
  caller,
  request,
  deviceId = request.deviceId,
  services,
  now,
}: {
  caller: { kind: string; id: string } | null | undefined
  request: Pick<RequestFacts, 'ip' | 'deviceId'>
  deviceId: string | undefined
  services: Pick<Services, 'settings'>
  now: Date
}): Looker =>
  // Anybody may be many guests.
  lookerOf(caller && caller.kind !== 'guest' ? caller : null, request, {
    deviceId,
    secret: services.settings.signingSecret,
    now,
  })

/** From where somebody showed interest, the same for as long as it counts. */
export const addressOfInterest = (secret: string, ip: string): string =>
  hashed(secret, 'address of an interest', addressOf(ip))

const botNames =
  /bot\b|bot[/;_-]|crawl|spider|slurp|archiver|preview|facebookexternalhit|embedly|headless|phantomjs|lighthouse|pingdom|uptime|monitor|curl\/|wget\/|python-|scrapy|httpclient|okhttp-probe|go-http-client|libwww/i

/** Whether a program says of itself that nobody looks through it. */
export const isBot = ({ userAgent }: Pick<RequestFacts, 'userAgent'>): boolean => botNames.test(userAgent)

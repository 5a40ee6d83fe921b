import { createHmac, timingSafeEqual } from 'node:crypto'

/** Codes of an authenticator app, RFC 6238, with what all those apps use: SHA-1, 30 seconds, six digits. */
const stepSeconds = 30
// A phone's clock may be a little off, and a code a little old once it is typed.
const stepsAside = [-1, 0, 1]

const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

export function toBase32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => base32[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
}

export const stepAt = (at: Date): number => Math.floor(at.getTime() / 1000 / stepSeconds)

/** The six digits of one step, as RFC 4226 cuts them out of the digest. */
export function totpCode(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', secret).update(counter).digest()
  const offset = digest.readUInt8(digest.length - 1) & 15
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

/** @returns the step that a code belongs to, or undefined when it is wrong or not newer than `lastStep`. */
export function matchingStep(secret: Buffer, code: string, at: Date, lastStep: number): number | undefined {
  const given = Buffer.from(code.padStart(6, ' '))
  return stepsAside
    .map((aside) => stepAt(at) + aside)
    .find((step) => {
      const expected = Buffer.from(totpCode(secret, step))
      return step > lastStep && given.length === expected.length && timingSafeEqual(given, expected)
    })
}

/** The address that an authenticator app reads from a QR code. */
export const totpAddress = (issuer: string, account: string, secret: Buffer): string =>
  `otpauth://totp/${encodeURIComponent(`${issuer}:${account}`)}?secret=${toBase32(secret)}&issuer=${encodeURIComponent(issuer)}`

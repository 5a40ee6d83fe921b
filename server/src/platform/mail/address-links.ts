import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { canonicalEmail } from '../identity/email.ts'
import { Verbatim } from '../operation/schema.ts'
import type { Surroundings } from '../operation/work.ts'

// Links by which the owner of an e-mail address says something without signing in. They hold for ever, and do
// not tell the address.

/** What stands for an address where nobody is to read off who it is. */
export const addressDigest = (email: string): Buffer =>
  createHash('sha256').update(canonicalEmail(email)).digest()

type Signing = Pick<Surroundings, 'services'>

const macOf = ({ services }: Signing, purpose: string, digest: string): Buffer =>
  createHmac('sha256', services.settings.signingSecret).update(`${purpose}\n${digest}`).digest()

/** @param purpose what it is good for, and nothing else */
export function addressToken(work: Signing, purpose: string, email: string): string {
  const digest = addressDigest(email).toString('base64url')
  return `${digest}.${macOf(work, purpose, digest).toString('base64url')}`
}

export const AddressToken = Verbatim(87, 87, {
  pattern: '^[A-Za-z0-9_-]{43}\\.[A-Za-z0-9_-]{43}$',
  description: 'of the link in the mail',
  example: 'n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg.c2lnbmF0dXJlIG9mIHRoaXMgZGlnZXN0IGJ5IHVzLi4',
})

/** The digest of the address that a token is of. @returns undefined where it was not made here for this purpose. */
export function digestIn(work: Signing, purpose: string, token: string): Buffer | undefined {
  const [digest = '', mac = ''] = token.split('.')
  const expected = macOf(work, purpose, digest)
  const given = Buffer.from(mac, 'base64url')
  const isOurs = given.length === expected.length && timingSafeEqual(given, expected)
  return isOurs ? Buffer.from(digest, 'base64url') : undefined
}

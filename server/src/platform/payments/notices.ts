import { createHmac } from 'node:crypto'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { minutes } from '../clock.ts'
import { malformed, unsupportedType } from '../operation/problem.ts'
import { type Sent, signatureExpired, signatureInvalid } from '../operation/signature.ts'
import { isSameSecret } from '../same-secret.ts'
import type { Topic } from './hearing.ts'

// Notifications in Stripe's form and with its signature, which the sandbox uses as well.

/** For how long a signature is good, and how far the sender's clock may be ahead. */
const holdsMs = minutes(5)

const Short = Type.String({ minLength: 1, maxLength: 200 })

const Notice = Type.Object({
  id: Short,
  object: Type.Literal('event'),
  type: Short,
  livemode: Type.Boolean(),
  account: Type.Optional(Short),
  data: Type.Object({
    object: Type.Object({
      id: Type.Optional(Short),
      object: Short,
      payment_intent: Type.Optional(Type.Unknown()),
    }),
  }),
})

/** @throws MALFORMED_REQUEST of what cannot be read, SIGNATURE_INVALID of what no processor sends */
function noticeIn(bytes: Buffer): Static<typeof Notice> {
  let said: unknown
  try {
    said = JSON.parse(bytes.toString('utf8'))
  } catch {
    throw malformed()
  }
  if (!Value.Check(Notice, said)) throw signatureInvalid()
  return said
}

/** @throws UNSUPPORTED_MEDIA_TYPE, and what `noticeIn` throws */
export function noticeOf({ bytes, headers }: Sent): Static<typeof Notice> {
  if (!headers['content-type']?.startsWith('application/json')) throw unsupportedType()
  return noticeIn(bytes)
}

const digestOf = (secret: string, time: string, bytes: Buffer) =>
  createHmac('sha256', secret).update(`${time}.`).update(bytes).digest('hex')

/**
 * Checks that the bytes were signed with one of the secrets, at a time that is now: while a secret is
 * changed for another, both hold.
 * @throws SIGNATURE_INVALID or SIGNATURE_EXPIRED
 */
export function checkSignature({ bytes, headers }: Sent, secrets: readonly string[], now: Date): void {
  const parts = (headers['stripe-signature'] ?? '').split(',').map((part) => part.split('=', 2))
  const [time = ''] = parts.flatMap(([name, value = '']) => (name === 't' ? [value] : []))
  const given = parts.flatMap(([name, value = '']) => (name === 'v1' ? [value] : []))
  if (!/^\d{1,12}$/.test(time)) throw signatureInvalid()
  const expected = secrets.map((secret) => digestOf(secret, time, bytes))
  if (!given.some((one) => expected.some((digest) => isSameSecret(one, digest)))) throw signatureInvalid()
  const age = now.getTime() - Number(time) * 1000
  if (age > holdsMs) throw signatureExpired()
  if (age < -holdsMs) throw signatureInvalid()
}

const kinds: Readonly<Record<string, Topic['kind'] | undefined>> = {
  payment_intent: 'payment',
  refund: 'refund',
  dispute: 'dispute',
  setup_intent: 'setup_intent',
  payment_method: 'card',
  account: 'account',
  payout: 'payout',
  transfer: 'transfer',
}

/** What a notice is about; a charge counts as its payment. */
export function topicIn(bytes: Buffer): Topic | undefined {
  const { account = null, data } = noticeIn(bytes)
  const { id, object, payment_intent: paymentId } = data.object
  if (object === 'charge')
    return typeof paymentId === 'string' ? { kind: 'payment', id: paymentId, accountId: account } : undefined
  // Of somebody's account there: it is asked for with all its banks.
  if (object === 'bank_account')
    return account === null ? undefined : { kind: 'account', id: account, accountId: account }
  const kind = kinds[object]
  return kind && id !== undefined ? { kind, id, accountId: account } : undefined
}

import { createHmac, randomBytes } from 'node:crypto'
import { minutes } from '../platform/clock.ts'
import { newId } from '../platform/ids.ts'
import type { Door } from '../platform/payments/hearing.ts'
import { sandboxNoticeSecret } from '../platform/payments/sandbox.ts'
import type { Arranged } from './arranged.ts'
import { instantNotice } from './hosted-payments.ts'
import { world } from './kit.ts'
import { sandboxSigner } from './payments.ts'
import { paymentsSandboxSecret } from './payments-secret.ts'
import { startPayPalServer } from './paypal-server.ts'
import type { Signed, Signer } from './signer.ts'
import { revenueCatSigner } from './store-events.ts'
import { revenueCatSettings } from './store-settings.ts'

/** What somebody might send to a door through which money is told of, and is not the sender. */
export const forgeries = [
  'unsigned',
  'with an empty signature',
  'signed with another key',
  'signed with the key of another sender',
  'signed for other bytes',
  'signed by another algorithm',
  'signed by no algorithm',
  'signed by a certificate of one’s own',
  'signed by a certificate that has run out',
  'with a byte altered',
  'written anew',
  'cut short',
  'too old',
  'from the future',
  'of another app',
  'of the other kind of money',
  'too large',
  'of another type',
] as const
export type Forgery = (typeof forgeries)[number]

/** What becomes of a forgery: it is refused, or kept and left aside. */
export type Fate = { status: 401 | 413 | 415; code: string } | { outcome: string }

export type Trial = { forge(genuine: Arranged, at: Date): Promise<Signed>; fate: Fate } | { why: string }

const invalid: Fate = { status: 401, code: 'SIGNATURE_INVALID' }
const expired: Fate = { status: 401, code: 'SIGNATURE_EXPIRED' }
const tooLarge: Fate = { status: 413, code: 'PAYLOAD_TOO_LARGE' }
const wrongType: Fate = { status: 415, code: 'UNSUPPORTED_MEDIA_TYPE' }

const jsonOf = ({ body }: Arranged): Buffer => Buffer.from(JSON.stringify(body))

/** The same with another letter at the beginning of what it is called. */
const alteredIn = (payload: Buffer, before: string): Buffer => {
  const at = payload.indexOf(before) + before.length
  const letter = payload[at] === 48 ? '1' : '0'
  return Buffer.concat([payload.subarray(0, at), Buffer.from(letter), payload.subarray(at + 1)])
}

interface HmacDoor {
  signer: Signer
  /** The header in which the signature stands, and what it is made with. */
  header: string
  secret: string
  /** What another sender of ours signs with. */
  otherSecret: string
  ofAnotherApp: Trial
  ofOtherMoney: Trial
  most: number
}

const noCertificate = { why: 'a secret that both sides know signs; nobody looks at certificates' }

/** Of senders who sign the time and the bytes with a secret. */
function hmacTrials({ signer, header, secret, otherSecret, ...door }: HmacDoor): Record<Forgery, Trial> {
  const tried = (forge: (payload: Buffer, at: Date) => Promise<Signed>, fate = invalid): Trial => ({
    forge: (genuine, at) => forge(jsonOf(genuine), at),
    fate,
  })
  const signedAs = async (payload: Buffer, at: Date, change: (value: string) => string) => {
    const signed = await signer.sign(payload, at)
    return { payload, headers: { ...signed.headers, [header]: change(String(signed.headers[header])) } }
  }
  const digestBy = (algorithm: string, key: string) => (payload: Buffer, at: Date) =>
    signedAs(payload, at, (value) => {
      const time = value.split(',')[0]
      const digest = createHmac(algorithm, key)
        .update(`${time?.slice(2)}.`)
        .update(payload)
        .digest('hex')
      return `${time},v1=${digest}`
    })
  /** Signed as it was, and sent otherwise. */
  const sentAs = (change: (payload: Buffer) => Buffer) => async (payload: Buffer, at: Date) => ({
    ...(await signer.sign(payload, at)),
    payload: change(payload),
  })
  const inMs = (ms: number) => (payload: Buffer, at: Date) =>
    signer.sign(payload, new Date(at.getTime() + ms))
  return {
    unsigned: tried(async (payload, at) => {
      const { headers } = await signer.sign(payload, at)
      const { [header]: _, ...others } = headers
      return { payload, headers: others }
    }),
    'with an empty signature': tried((payload, at) => signedAs(payload, at, () => '')),
    'signed with another key': tried(digestBy('sha256', `not ${secret}`)),
    'signed with the key of another sender': tried(digestBy('sha256', otherSecret)),
    'signed for other bytes': tried(async (payload, at) => ({
      ...(await signer.sign(Buffer.from('{}'), at)),
      payload,
    })),
    'signed by another algorithm': tried(digestBy('sha512', secret)),
    'signed by no algorithm': tried((payload, at) =>
      signedAs(payload, at, (value) => value.replace('v1=', 'v0=')),
    ),
    'signed by a certificate of one’s own': noCertificate,
    'signed by a certificate that has run out': noCertificate,
    'with a byte altered': tried(sentAs((payload) => alteredIn(payload, '"id":"'))),
    'written anew': tried(
      sentAs((payload) => Buffer.from(JSON.stringify(JSON.parse(payload.toString()), null, 1))),
    ),
    'cut short': tried(sentAs((payload) => payload.subarray(0, -1))),
    'too old': tried(inMs(-signer.holdsMs - minutes(1)), expired),
    'from the future': tried(inMs(signer.aheadMs + minutes(1))),
    'of another app': door.ofAnotherApp,
    'of the other kind of money': door.ofOtherMoney,
    'too large': tried(
      (payload, at) =>
        signer.sign(Buffer.concat([payload, Buffer.alloc(door.most + 1 - payload.length, ' ')]), at),
      tooLarge,
    ),
    'of another type': tried(async (payload, at) => {
      const { headers } = await signer.sign(payload, at)
      return { payload, headers: { ...headers, 'content-type': 'text/plain' } }
    }, wrongType),
  }
}

function stripeTrials(door: Door): Record<Forgery, Trial> {
  const other: Door = door === 'platform' ? 'connected' : 'platform'
  const signer = sandboxSigner(door)
  return hmacTrials({
    ...{ signer, header: 'stripe-signature', most: 1_000_000 },
    secret: sandboxNoticeSecret(paymentsSandboxSecret, door),
    otherSecret: revenueCatSettings.REVENUECAT_SIGNING_SECRET,
    // Each door has a secret of its own; so has each app.
    ofAnotherApp: { forge: (genuine, at) => sandboxSigner(other).sign(jsonOf(genuine), at), fate: invalid },
    ofOtherMoney: {
      forge: ({ body }, at) => signer.sign(Buffer.from(JSON.stringify({ ...body, livemode: true })), at),
      fate: invalid,
    },
  })
}

/** An event that RevenueCat itself would send, of something else. */
const storeEvent =
  (changes: object) =>
  ({ body }: Arranged, at: Date): Promise<Signed> => {
    const event = { ...Object(body?.event), id: newId(), ...changes }
    return revenueCatSigner.sign(Buffer.from(JSON.stringify({ ...body, event })), at)
  }

const nothingComputed = { why: 'nothing is computed: PayPal is asked whether it sent these bytes' }
const asked = (outcome: string, forge: (notice: Buffer) => Buffer | Promise<Buffer>): Trial => ({
  fate: { outcome },
  forge: async ({ payload = Buffer.alloc(0) }) => signedForm(await forge(payload)),
})
const signedForm = (payload: Buffer): Signed => ({ payload, headers: instantNotice(payload).headers ?? {} })
const withSign = (value: string) => (notice: Buffer) =>
  Buffer.from(notice.toString('latin1').replace(/verify_sign=[^&]*/, `verify_sign=${value}`), 'latin1')
/** Sent by PayPal itself, of the same payment with something changed. */
const toldWith = (changes: Record<string, string>) => async (notice: Buffer) =>
  (await world()).paypal.send({
    ...Object.fromEntries(new URLSearchParams(notice.toString('latin1'))),
    ...changes,
  })

const payPalTrials: Record<Forgery, Trial> = {
  unsigned: asked('QUARANTINED_INVALID', (notice) =>
    Buffer.from(notice.toString('latin1').replace(/&verify_sign=[^&]*/, ''), 'latin1'),
  ),
  'with an empty signature': asked('QUARANTINED_INVALID', withSign('')),
  'signed with another key': asked('QUARANTINED_INVALID', withSign(randomBytes(28).toString('base64url'))),
  'signed with the key of another sender': asked('QUARANTINED_INVALID', async (notice) => {
    const elsewhere = await startPayPalServer()
    await elsewhere.close()
    return elsewhere.send(Object.fromEntries(new URLSearchParams(notice.toString('latin1'))))
  }),
  'signed for other bytes': asked('QUARANTINED_INVALID', async (notice) => {
    const [, sign = ''] = /verify_sign=([^&]*)/.exec((await world()).paypal.send({}).toString('latin1')) ?? []
    return withSign(sign)(notice)
  }),
  'signed by another algorithm': nothingComputed,
  'signed by no algorithm': nothingComputed,
  'signed by a certificate of one’s own': nothingComputed,
  'signed by a certificate that has run out': nothingComputed,
  'with a byte altered': asked('QUARANTINED_INVALID', (notice) => alteredIn(notice, 'mc_gross=')),
  'written anew': asked('QUARANTINED_INVALID', (notice) =>
    Buffer.from(`${new URLSearchParams(notice.toString('latin1'))}&`),
  ),
  'cut short': asked('QUARANTINED_INVALID', (notice) => notice.subarray(0, -1)),
  'too old': { why: 'PayPal names no time that counts; the same bytes count once, however late' },
  'from the future': { why: 'PayPal names no time that counts' },
  'of another app': asked('QUARANTINED_RECEIVER', toldWith({ receiver_email: 'me@example.org' })),
  'of the other kind of money': asked('QUARANTINED_MODE', toldWith({ test_ipn: '' })),
  'too large': {
    fate: tooLarge,
    forge: async ({ payload = Buffer.alloc(0) }) =>
      signedForm(Buffer.concat([payload, Buffer.from(`&memo=${'x'.repeat(65_536)}`)])),
  },
  'of another type': {
    fate: wrongType,
    forge: async ({ payload = Buffer.alloc(0) }) => ({
      payload,
      headers: { 'content-type': 'application/json' },
    }),
  },
}

/** Of each door of the marketplace, by operation. */
export const trialsAtDoors: Readonly<Record<string, Record<Forgery, Trial>>> = {
  receivePaymentWebhook: stripeTrials('platform'),
  receiveConnectWebhook: stripeTrials('connected'),
  receiveInstantNotice: payPalTrials,
  receiveMobilePaymentWebhook: hmacTrials({
    ...{ signer: revenueCatSigner, header: 'x-revenuecat-webhook-signature', most: 262_144 },
    secret: revenueCatSettings.REVENUECAT_SIGNING_SECRET,
    otherSecret: sandboxNoticeSecret(paymentsSandboxSecret, 'platform'),
    ofAnotherApp: {
      forge: storeEvent({ product_id: 'somebody.else.monthly' }),
      fate: { outcome: 'UNHANDLED' },
    },
    ofOtherMoney: { forge: storeEvent({ environment: 'PRODUCTION' }), fate: { outcome: 'OTHER_MODE' } },
  }),
}

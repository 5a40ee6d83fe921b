import { Type } from 'typebox'
import { receive } from '../../platform/inbox/inbox.ts'
import { reply } from '../../platform/operation/reply.ts'
import { Verbatim } from '../../platform/operation/schema.ts'
import type { Sender, Sent } from '../../platform/operation/signature.ts'
import type { Verifier } from '../../platform/operation/verifier.ts'
import type { Work } from '../../platform/operation/work.ts'
import type { Door } from '../../platform/payments/hearing.ts'
import { providerNotConfigured } from '../../platform/provider-errors.ts'
import { applyNotice } from './jobs.ts'

/** The payment provider signs the time and the bytes with a secret that both sides know. */
const providerAt = (door: Door, name: string, scheme: string): Verifier => ({
  name,
  scheme: {
    name: scheme,
    definition: {
      type: 'apiKey',
      in: 'header',
      name: 'Stripe-Signature',
      description: 'HMAC-SHA256 over the time and the body, as Stripe signs its webhooks',
    },
  },
  problems: [providerNotConfigured],
  verify: (sent, { providers }) => providers.payments.senderOf(sent, door),
})

export const platformDoor = providerAt('platform', 'the payment provider', 'stripeSignature')
export const connectedDoor = providerAt(
  'connected',
  'the payment provider, for connected accounts',
  'stripeConnectSignature',
)

/** Only its name is looked at here: what it means is asked for afterwards. */
export const Notice = Type.Object({
  id: Verbatim(1, 200, { description: 'the same however often it is sent', example: 'evt_1Q2w3e' }),
  type: Verbatim(1, 200, { example: 'payment_intent.succeeded' }),
})

export const source = 'not in the specification; what the payment provider tells by itself'
export const replies = {
  200: { empty: true, description: 'It is kept; what it means is found out afterwards' },
} as const

/** Keeps what came; the job that it queues asks what it means. */
export async function keepNotice(work: Work, body: { id: string }, sender: Sender, sent: Sent) {
  await receive(work, { ...sent, provider: sender.provider, eventId: body.id }, applyNotice)
  return reply({ status: 200 })
}

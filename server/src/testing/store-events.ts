import { days, minutes } from '../platform/clock.ts'
import { newId } from '../platform/ids.ts'
import type { Arranged } from './arranged.ts'
import { hmacSigner, type Signed, type Signer } from './signer.ts'
import { revenueCatSettings } from './store-settings.ts'

const { REVENUECAT_SECRET: secret, REVENUECAT_SIGNING_SECRET: signingSecret } = revenueCatSettings

const signature = hmacSigner(signingSecret, {
  header: 'x-revenuecat-webhook-signature',
  holdsMs: minutes(5),
})

const knowing = (authorization: string, { payload, headers }: Signed): Signed => ({
  payload,
  headers: { ...headers, authorization },
})

/** Shows the shared secret, and signs. */
export const revenueCatSigner: Signer = {
  ...signature,
  sign: async (payload, at) => knowing(secret, await signature.sign(payload, at)),
  forgeries: {
    ...Object.fromEntries(
      Object.entries(signature.forgeries).map(([what, forge]) => [
        what,
        async (payload: Buffer, at: Date) => knowing(secret, await forge(payload, at)),
      ]),
    ),
    'signed with another key': async (payload, at) =>
      knowing(secret, await signature.forgeries['signed with another key'](payload, at)),
    altered: async (payload, at) => knowing(secret, await signature.forgeries.altered(payload, at)),
    unsigned: async (payload, at) => knowing(secret, await signature.forgeries.unsigned(payload, at)),
    'without the shared secret': (payload, at) => signature.sign(payload, at),
    'with another shared secret': async (payload, at) =>
      knowing(`not ${secret}`, await signature.sign(payload, at)),
  },
}

export interface StoreEvents {
  /** An event of one subscription in the shop. */
  event(type: string, changes?: Record<string, unknown>): Arranged
  storeId: string
}

/** Somebody buys a month in Apple's shop, `from` on; its events tell of that. */
export function storeEventsOf(buyer: string, from: Date): StoreEvents {
  const storeId = `store-${newId()}`
  const start = from.getTime()
  return {
    storeId,
    event: (type, changes = {}) => ({
      signer: revenueCatSigner,
      body: {
        api_version: '1.0',
        event: {
          id: newId(),
          type,
          event_timestamp_ms: start,
          app_user_id: buyer,
          product_id: 'plaza.plus.monthly',
          store: 'APP_STORE',
          environment: 'SANDBOX',
          original_transaction_id: storeId,
          expiration_at_ms: start + days(30),
          ...changes,
        },
      },
    }),
  }
}

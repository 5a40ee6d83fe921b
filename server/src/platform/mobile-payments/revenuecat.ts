import { createHmac } from 'node:crypto'
import { Type } from 'typebox'
import { minutes } from '../clock.ts'
import { signatureExpired, signatureInvalid } from '../operation/signature.ts'
import { provider } from '../provider.ts'
import { isSameSecret } from '../same-secret.ts'
import { Choice, Text } from '../settings.ts'
import type { MobilePayments } from './port.ts'

const holdsMs = minutes(5)

/**
 * RevenueCat sends a shared secret with every notification. Where signing is turned on there, it signs the time and the
 * bytes as well, with two secrets while one is replaced.
 */
export const revenueCat = provider({
  port: 'mobile-payments',
  name: 'revenuecat',
  summary: 'hears of purchases from RevenueCat',
  settings: Type.Object({
    REVENUECAT_SECRET: Text('what RevenueCat sends as the Authorization header of its webhook'),
    REVENUECAT_SIGNING_SECRET: Text('the secret that RevenueCat signs its webhook with, where that is on'),
    REVENUECAT_MODE: Choice(['live', 'test'], 'live', 'whether real purchases count, or those of sandboxes'),
  }),
  needs: ['REVENUECAT_SECRET'],
  open: (settings, { clock }): MobilePayments => ({
    mode: settings.REVENUECAT_MODE === 'test' ? 'test' : 'live',
    async senderOf({ bytes, headers }) {
      if (!isSameSecret(headers.authorization ?? '', settings.REVENUECAT_SECRET)) throw signatureInvalid()
      const secret = settings.REVENUECAT_SIGNING_SECRET
      if (secret)
        checkSignature(secret, { bytes, header: headers['x-revenuecat-webhook-signature'] }, clock.now())
      return { provider: 'revenuecat' }
    },
  }),
})

/** Checks `t=<seconds>,v1=<hex>[,v1=<hex>]`. @throws SIGNATURE_INVALID, SIGNATURE_EXPIRED */
function checkSignature(
  secret: string,
  { bytes, header = '' }: { bytes: Buffer; header: string | undefined },
  now: Date,
): void {
  const parts = header.split(',').map((part) => part.trim())
  const time = /^t=(\d{1,12})$/.exec(parts[0] ?? '')?.[1]
  if (time === undefined) throw signatureInvalid()
  const digest = createHmac('sha256', secret).update(`${time}.`).update(bytes).digest('hex')
  if (!parts.slice(1).some((part) => isSameSecret(part, `v1=${digest}`))) throw signatureInvalid()
  const ageMs = now.getTime() - Number(time) * 1000
  if (ageMs > holdsMs) throw signatureExpired()
  if (ageMs < -holdsMs) throw signatureInvalid()
}

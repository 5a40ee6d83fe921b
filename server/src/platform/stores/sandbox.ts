import { errors, jwtVerify, SignJWT } from 'jose'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { type Clock, days } from '../clock.ts'
import { newId } from '../ids.ts'
import { signatureExpired, signatureInvalid } from '../operation/signature.ts'
import { provider } from '../provider.ts'
import { Text } from '../settings.ts'
import type { Store } from './port.ts'

/**
 * A store that only pretends: whoever knows its secret makes purchases and notifications. A purchase's
 * token says all about it, so that every process sees the same without keeping anything.
 */
export const sandboxStore = provider({
  port: 'stores',
  name: 'sandbox',
  summary: 'only pretends',
  isSandbox: true,
  settings: Type.Object({
    STORE_SANDBOX_SECRET: Text('key of purchases in the sandbox store, at least 32 bytes'),
  }),
  secrets: ['STORE_SANDBOX_SECRET'],
  open: ({ STORE_SANDBOX_SECRET }, { clock }): Store => openSandbox(STORE_SANDBOX_SECRET, clock),
})

const app = 'sandbox'
const issuer = 'plaza/sandbox-store'

const Purchase = Type.Object({
  product: Type.String(),
  days: Type.Number(),
  /** How often it renews itself before it ends. */
  renewals: Type.Number(),
  buyer: Type.Optional(Type.String()),
  iat: Type.Number(),
})

const keyOf = (secret: string) => new TextEncoder().encode(secret)

const sign = (
  secret: string,
  claims: Record<string, unknown>,
  audience: string,
  at: Date,
  holdsSeconds?: number,
) => {
  const now = Math.floor(at.getTime() / 1000)
  const token = new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt(now)
  return (holdsSeconds === undefined ? token : token.setExpirationTime(now + holdsSeconds)).sign(
    keyOf(secret),
  )
}

/** Buys a subscription in the sandbox: periods of so many days. @returns its purchase token. */
export const sandboxPurchase = (
  secret: string,
  purchase: { product: string; days: number; renewals: number; buyer?: string },
  at: Date,
): Promise<string> => sign(secret, { ...purchase, jti: newId() }, 'purchase', at)

/** What a notification from the sandbox carries as its proof, good for an hour. */
export const sandboxBearer = async (secret: string, at: Date): Promise<string> =>
  `Bearer ${await sign(secret, {}, 'notification', at, 3600)}`

async function verified(secret: string, token: string, audience: string, clock: Clock) {
  const { payload } = await jwtVerify(token, keyOf(secret), {
    algorithms: ['HS256'],
    issuer,
    audience,
    requiredClaims: ['iat'],
    currentDate: clock.now(),
    ...(audience === 'notification' ? { maxTokenAge: 3600 } : {}),
  })
  return payload
}

function openSandbox(secret: string, clock: Clock): Store {
  return {
    provider: 'sandbox',
    app,
    async senderOf({ headers }) {
      const [, token = ''] = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? []
      try {
        await verified(secret, token, 'notification', clock)
        return { provider: 'sandbox-store' }
      } catch (error) {
        throw error instanceof errors.JWTExpired ? signatureExpired() : signatureInvalid()
      }
    },
    async subscription(purchaseToken) {
      const purchase = await verified(secret, purchaseToken, 'purchase', clock).catch(() => undefined)
      if (!Value.Check(Purchase, purchase)) return undefined
      const { product, renewals, buyer, iat } = purchase
      const boughtAt = iat * 1000
      const period = days(purchase.days)
      const now = clock.now().getTime()
      const periods = Math.min(Math.floor((now - boughtAt) / period), renewals) + 1
      const endsAt = boughtAt + periods * period
      const isOver = endsAt <= now
      return {
        productId: product,
        state: isOver ? 'SUBSCRIPTION_STATE_EXPIRED' : 'SUBSCRIPTION_STATE_ACTIVE',
        expiresAt: new Date(endsAt).toISOString(),
        isRenewing: periods <= renewals,
        ...(buyer === undefined ? {} : { boughtBy: buyer }),
        answer: { provider: 'sandbox', ...purchase },
      }
    },
  }
}

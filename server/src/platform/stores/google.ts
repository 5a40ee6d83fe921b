import { createRemoteJWKSet, customFetch, errors, jwtVerify } from 'jose'
import { type Static, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import { type Clock, hours, seconds } from '../clock.ts'
import { openGoogleAccount } from '../google-account.ts'
import { signatureExpired, signatureInvalid } from '../operation/signature.ts'
import { type Answer, jsonOf, type Outbound, requireSuccess } from '../outbound.ts'
import { provider } from '../provider.ts'
import { ProviderUnsure } from '../provider-errors.ts'
import { AddressOr, Text } from '../settings.ts'
import type { Store, StoreSubscription } from './port.ts'

/**
 * Google Play: the developer API by a service account, and notifications that Pub/Sub pushes with a
 * bearer token of Google's. See developer.android.com/google/play/billing/rtdn-reference and
 * cloud.google.com/pubsub/docs/authenticate-push-subscriptions.
 */
export const googlePlay = provider({
  port: 'stores',
  name: 'google',
  summary: 'asks Google Play',
  settings: Type.Object({
    GOOGLE_PLAY_PACKAGE: Text('package name of the Android app, needed with PLAY_STORE_PROVIDER=google'),
    GOOGLE_SERVICE_ACCOUNT: Text(
      'key of a service account that may see orders in the Play console, as JSON or the path of its file',
    ),
    GOOGLE_PUBSUB_AUDIENCE: Text('audience of the push subscription that notifications come by'),
    GOOGLE_PUBSUB_EMAIL: Text('service account that the push subscription authenticates as'),
    GOOGLE_PLAY_URL: AddressOr('https://androidpublisher.googleapis.com', 'address of the Google Play API'),
    GOOGLE_TOKEN_URL: AddressOr(
      'https://oauth2.googleapis.com/token',
      'where Google gives out access tokens for the Google Play API',
    ),
    GOOGLE_CERTS_URL: AddressOr(
      'https://www.googleapis.com/oauth2/v3/certs',
      'where Google publishes the keys of its bearer tokens',
    ),
  }),
  needs: ['GOOGLE_PLAY_PACKAGE', 'GOOGLE_SERVICE_ACCOUNT', 'GOOGLE_PUBSUB_AUDIENCE', 'GOOGLE_PUBSUB_EMAIL'],
  async open(settings, { clock, outbound }): Promise<Store> {
    const app = settings.GOOGLE_PLAY_PACKAGE
    const key = settings.GOOGLE_SERVICE_ACCOUNT
    const tokenUrl = settings.GOOGLE_TOKEN_URL
    const account = await openGoogleAccount({ key, tokenUrl, scope }, { clock, outbound })
    const api = outbound.at(settings.GOOGLE_PLAY_URL, { timeoutMs: seconds(10) })
    const ask = async (path: string, signal: AbortSignal | undefined, isRetry = false): Promise<Answer> => {
      const token = await account.accessToken()
      const headers = { authorization: `Bearer ${token}` }
      const answer = await api.send({ method: 'GET', path, headers, ...(signal ? { signal } : {}) })
      if (answer.status !== 401 || isRetry) return answer
      // A token may end before its time, when the account's key or its rights change. It is forgotten
      // in a moment, not at once.
      await account.forget(token)
      return ask(path, signal, true)
    }
    return {
      provider: 'google',
      app,
      senderOf: pushAuthentication({
        certsUrl: settings.GOOGLE_CERTS_URL,
        audience: settings.GOOGLE_PUBSUB_AUDIENCE,
        email: settings.GOOGLE_PUBSUB_EMAIL,
        clock,
        outbound,
      }),
      async subscription(purchaseToken, { signal } = {}) {
        const path = `/androidpublisher/v3/applications/${encodeURIComponent(app)}/purchases/subscriptionsv2/tokens/${encodeURIComponent(purchaseToken)}`
        const answer = await ask(path, signal)
        // No token of this app; or one whose subscription ended more than 60 days ago.
        if ([400, 404, 410].includes(answer.status)) return undefined
        return subscriptionOf(jsonOf(requireSuccess(answer, who), who))
      },
    }
  },
})

const who = 'Google Play'
const scope = 'https://www.googleapis.com/auth/androidpublisher'

/** @throws ProviderUnsure when the answer is not what Google describes. */
function read<S extends TSchema>(schema: S, answer: unknown): Static<S> {
  if (Value.Check(schema, answer)) return answer
  throw new ProviderUnsure(`${who} gave an answer of another form than it describes`)
}

const Buyer = Type.Object({ obfuscatedExternalAccountId: Type.Optional(Type.String()) })

/** Of a SubscriptionPurchaseV2, what is looked at. */
const Purchase = Type.Object({
  subscriptionState: Type.String(),
  linkedPurchaseToken: Type.Optional(Type.String()),
  lineItems: Type.Array(
    Type.Object({
      productId: Type.String(),
      expiryTime: Type.Optional(Type.String({ format: 'date-time' })),
      autoRenewingPlan: Type.Optional(Type.Object({ autoRenewEnabled: Type.Optional(Type.Boolean()) })),
    }),
    { minItems: 1 },
  ),
  externalAccountIdentifiers: Type.Optional(Buyer),
  // Of one that was bought again in the store; Google says it until the purchase is acknowledged.
  outOfAppPurchaseContext: Type.Optional(
    Type.Object({
      expiredExternalAccountIdentifiers: Type.Optional(Buyer),
      expiredPurchaseToken: Type.Optional(Type.String()),
    }),
  ),
})

function subscriptionOf(said: unknown): StoreSubscription {
  const purchase = read(Purchase, said)
  const endOf = ({ expiryTime }: (typeof purchase.lineItems)[number]) => Date.parse(expiryTime ?? '') || 0
  const last = purchase.lineItems.reduce((one, other) => (endOf(other) > endOf(one) ? other : one))
  const { subscribeWithGoogleInfo: _, ...answer } = purchase as typeof purchase & Record<string, unknown>
  const { linkedPurchaseToken: linkedToken, outOfAppPurchaseContext: before } = purchase
  const boughtBy =
    purchase.externalAccountIdentifiers?.obfuscatedExternalAccountId ||
    before?.expiredExternalAccountIdentifiers?.obfuscatedExternalAccountId
  return {
    productId: last.productId,
    state: purchase.subscriptionState,
    isRenewing: last.autoRenewingPlan?.autoRenewEnabled === true,
    ...(last.expiryTime ? { expiresAt: new Date(last.expiryTime).toISOString() } : {}),
    ...(linkedToken ? { linkedToken } : {}),
    ...(before?.expiredPurchaseToken ? { expiredToken: before.expiredPurchaseToken } : {}),
    ...(boughtBy ? { boughtBy } : {}),
    answer,
  }
}

/** What says that a token is not Google's, or not for us. Any other failure is not the sender's. */
const forged = [
  errors.JWSInvalid,
  errors.JWTInvalid,
  errors.JOSEAlgNotAllowed,
  errors.JOSENotSupported,
  errors.JWKSNoMatchingKey,
  errors.JWKSMultipleMatchingKeys,
  errors.JWSSignatureVerificationFailed,
  errors.JWTClaimValidationFailed,
]

/** Checks the OpenID token that a Pub/Sub push carries; its keys are fetched, and kept for an hour. */
function pushAuthentication({
  certsUrl,
  audience,
  email,
  clock,
  outbound,
}: {
  certsUrl: string
  audience: string
  email: string
  clock: Clock
  outbound: Outbound
}): Store['senderOf'] {
  const address = new URL(certsUrl)
  const server = outbound.at(address.origin, { timeoutMs: seconds(4) })
  const keys = createRemoteJWKSet(address, {
    cacheMaxAge: hours(1),
    [customFetch]: async () => {
      const path = address.pathname + address.search
      const { bytes } = requireSuccess(await server.send({ method: 'GET', path }), who)
      return new Response(new Uint8Array(bytes))
    },
  })
  return async ({ headers }) => {
    const [, token = ''] = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? []
    try {
      const { payload } = await jwtVerify(token, keys, {
        algorithms: ['RS256'],
        issuer: ['https://accounts.google.com', 'accounts.google.com'],
        audience,
        requiredClaims: ['exp', 'iat', 'email'],
        // Also refuses what was signed in the future.
        maxTokenAge: 3600,
        clockTolerance: 30,
        currentDate: clock.now(),
      })
      if (payload.email !== email || payload.email_verified !== true) throw signatureInvalid()
      return { provider: 'google-play' }
    } catch (error) {
      if (error instanceof errors.JWTExpired) throw signatureExpired()
      throw forged.some((kind) => error instanceof kind) ? signatureInvalid() : error
    }
  }
}

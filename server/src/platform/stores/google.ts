import { readFile } from 'node:fs/promises'
import { createRemoteJWKSet, customFetch, errors, importPKCS8, jwtVerify, SignJWT } from 'jose'
import { type Static, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import { type Clock, hours, minutes, seconds } from '../clock.ts'
import { signatureExpired, signatureInvalid } from '../operation/door.ts'
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
      'key of a service account that may see orders in the Play console: its JSON, or where that file is',
    ),
    GOOGLE_PUBSUB_AUDIENCE: Text('audience of the push subscription that notifications come by'),
    GOOGLE_PUBSUB_EMAIL: Text('service account that the push subscription authenticates as'),
    GOOGLE_PLAY_URL: AddressOr('https://androidpublisher.googleapis.com', 'address of the Google Play API'),
    GOOGLE_CERTS_URL: AddressOr(
      'https://www.googleapis.com/oauth2/v3/certs',
      'where Google publishes the keys of its bearer tokens',
    ),
  }),
  needs: ['GOOGLE_PLAY_PACKAGE', 'GOOGLE_SERVICE_ACCOUNT', 'GOOGLE_PUBSUB_AUDIENCE', 'GOOGLE_PUBSUB_EMAIL'],
  async open(settings, { clock, outbound }): Promise<Store> {
    const app = settings.GOOGLE_PLAY_PACKAGE
    const account = await readAccount(settings.GOOGLE_SERVICE_ACCOUNT)
    const accessToken = accessTokens(account, clock, outbound)
    const api = outbound.at(settings.GOOGLE_PLAY_URL, { timeoutMs: seconds(10) })
    const ask = async (path: string, signal: AbortSignal | undefined, isFresh: boolean): Promise<Answer> => {
      const headers = { authorization: `Bearer ${await accessToken(isFresh)}` }
      const answer = await api.send({ method: 'GET', path, headers, ...(signal ? { signal } : {}) })
      // A token may end before its time, when the account's key or its rights change.
      return answer.status === 401 && !isFresh ? ask(path, signal, true) : answer
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
        const answer = await ask(path, signal, false)
        // No token of this app; or one whose subscription ended more than 60 days ago.
        if ([400, 404, 410].includes(answer.status)) return undefined
        return subscriptionOf(jsonOf(requireSuccess(answer, who), who))
      },
    }
  },
})

const who = 'Google Play'

/** @throws ProviderUnsure when the answer is not what Google describes. */
function read<S extends TSchema>(schema: S, answer: unknown): Static<S> {
  if (Value.Check(schema, answer)) return answer
  throw new ProviderUnsure(`${who} gave an answer of another form than it describes`)
}

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
  externalAccountIdentifiers: Type.Optional(
    Type.Object({ obfuscatedExternalAccountId: Type.Optional(Type.String()) }),
  ),
})

function subscriptionOf(said: unknown): StoreSubscription {
  const purchase = read(Purchase, said)
  const endOf = ({ expiryTime }: (typeof purchase.lineItems)[number]) => Date.parse(expiryTime ?? '') || 0
  const last = purchase.lineItems.reduce((one, other) => (endOf(other) > endOf(one) ? other : one))
  const { subscribeWithGoogleInfo: _, ...answer } = purchase as typeof purchase & Record<string, unknown>
  const { linkedPurchaseToken: linkedToken, externalAccountIdentifiers: buyer } = purchase
  return {
    productId: last.productId,
    state: purchase.subscriptionState,
    isRenewing: last.autoRenewingPlan?.autoRenewEnabled === true,
    ...(last.expiryTime ? { expiresAt: new Date(last.expiryTime).toISOString() } : {}),
    ...(linkedToken ? { linkedToken } : {}),
    ...(buyer?.obfuscatedExternalAccountId ? { boughtBy: buyer.obfuscatedExternalAccountId } : {}),
    answer,
  }
}

const Account = Type.Object({
  client_email: Type.String(),
  private_key: Type.String(),
  private_key_id: Type.Optional(Type.String()),
  token_uri: Type.String(),
})
type Account = Static<typeof Account>

/** @throws Error that names the setting and nothing of the key. */
async function readAccount(setting: string): Promise<Account> {
  try {
    const text = setting.trimStart().startsWith('{') ? setting : await readFile(setting, 'utf8')
    const account: unknown = JSON.parse(text)
    if (Value.Check(Account, account)) return account
  } catch {
    // What is wrong with it may quote it.
  }
  throw new Error('GOOGLE_SERVICE_ACCOUNT is neither the JSON of a service account’s key nor a file with it')
}

const TokenAnswer = Type.Object({ access_token: Type.String(), expires_in: Type.Number() })
const scope = 'https://www.googleapis.com/auth/androidpublisher'

/** Access tokens by the grant of RFC 7523; one is used until a minute before its end. */
function accessTokens(account: Account, clock: Clock, outbound: Outbound) {
  const address = new URL(account.token_uri)
  const server = outbound.at(address.origin)
  let known: { token: string; endsAt: number } | undefined
  let asking: Promise<string> | undefined

  async function ask(): Promise<string> {
    const now = Math.floor(clock.now().getTime() / 1000)
    const key = await importPKCS8(account.private_key, 'RS256')
    const assertion = await new SignJWT({ scope })
      .setProtectedHeader({
        alg: 'RS256',
        typ: 'JWT',
        ...(account.private_key_id ? { kid: account.private_key_id } : {}),
      })
      .setIssuer(account.client_email)
      .setAudience(account.token_uri)
      .setIssuedAt(now)
      .setExpirationTime(now + 3600)
      .sign(key)
    const answer = await server.send({
      method: 'POST',
      path: address.pathname,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
        assertion,
      }).toString(),
      isRepeatable: true,
    })
    const { access_token, expires_in } = read(TokenAnswer, jsonOf(requireSuccess(answer, who), who))
    known = { token: access_token, endsAt: (now + expires_in) * 1000 - minutes(1) }
    return access_token
  }

  return (isFresh: boolean): Promise<string> => {
    if (!isFresh && known && known.endsAt > clock.now().getTime()) return Promise.resolve(known.token)
    // Who comes meanwhile waits for the same answer.
    asking ??= ask().finally(() => {
      asking = undefined
    })
    return asking
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

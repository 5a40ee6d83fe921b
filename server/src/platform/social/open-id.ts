import { createHash } from 'node:crypto'
import { createLocalJWKSet, errors, type JWTPayload, jwtVerify } from 'jose'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { type Clock, days, hours, seconds } from '../clock.ts'
import { jsonOf, type Origin, type Outbound, requireSuccess } from '../outbound.ts'
import { ProviderRefused, ProviderUnsure } from '../provider-errors.ts'
import { listIn } from '../settings.ts'
import type { RedirectRequest, RedirectSignIn, SocialIdentity, SocialProvider, TokenUse } from './port.ts'

/** Of a discovery document (OpenID Connect Discovery 1.0), what is looked at. */
const Discovery = Type.Object({
  issuer: Type.String(),
  jwks_uri: Type.String({ pattern: '^https?://' }),
  token_endpoint: Type.Optional(Type.String({ pattern: '^https?://' })),
})

const Keys = Type.Object({ keys: Type.Array(Type.Object({ kty: Type.String() }), { minItems: 1 }) })

/** Of a token response (RFC 6749). */
const Grant = Type.Object({ id_token: Type.String({ minLength: 1 }) })

const discoveryKeptMs = days(1)
const keysKeptMs = hours(1)
/** Anybody can name keys that nobody has; the provider is asked for them no more often than that. */
const keysPauseMs = seconds(30)

/** What says that a token is not the provider's, or not for us. Any other failure is not the sender's. */
const refusals = [
  errors.JWSInvalid,
  errors.JWTInvalid,
  errors.JWTExpired,
  errors.JOSEAlgNotAllowed,
  errors.JOSENotSupported,
  errors.JWKSNoMatchingKey,
  errors.JWKSMultipleMatchingKeys,
  errors.JWSSignatureVerificationFailed,
  errors.JWTClaimValidationFailed,
]

interface Kept<T> {
  value: T
  at: number
}

export interface OpenIdOptions {
  provider: SocialProvider
  issuer: string
  /** Where the discovery document is, below the issuer. */
  discoveryPath?: string
  /** Other ways in which the provider writes its name into tokens. */
  alsoIssuers?: readonly string[]
  /** Our names there, of every app. */
  clientIds: readonly string[]
  clock: Clock
  outbound: Outbound
}

/** A provider that says who somebody is as OpenID Connect describes it. */
export interface OpenId {
  identify(idToken: string, use?: TokenUse): Promise<SocialIdentity>
  /** @param client its id, and what proves that it is us. @returns the id token */
  exchange(
    given: Parameters<RedirectSignIn['exchange']>[0],
    client: { client_id: string; client_secret: string },
    options?: { signal?: AbortSignal },
  ): Promise<string>
}

/** The address of a provider's page for one sign-in. @param own what this provider wants to know */
export function signInAddress(
  page: string,
  { redirectUri, state, nonce, codeChallenge }: RedirectRequest,
  own: { client_id: string; scope: string; response_mode?: string },
): string {
  const address = new URL(page)
  address.search = new URLSearchParams({
    ...own,
    redirect_uri: redirectUri,
    response_type: 'code',
    state,
    nonce,
    code_challenge: codeChallenge,
    code_challenge_method: 'S256',
  }).toString()
  return address.href
}

/** Several names in one setting. @throws Error when there is none: nothing may be checked against no audience. */
export function clientIdsOf(setting: string): [string, ...string[]] {
  const [first, ...others] = listIn(setting)
  if (first === undefined) throw new Error('it names no client id')
  return [first, ...others]
}

export function openId(options: OpenIdOptions): OpenId {
  const { provider, issuer, discoveryPath, alsoIssuers = [], clientIds, clock, outbound } = options
  const server = outbound.at(issuer, { timeoutMs: seconds(4) })
  const origins = new Map<string, Origin>()
  let discovered: Kept<Static<typeof Discovery>> | undefined
  let keys: Kept<ReturnType<typeof createLocalJWKSet>> | undefined
  const nowMs = () => clock.now().getTime()

  /** The provider's document names them; it came from the address that the operator set. */
  function originOf(address: string): Origin {
    const { origin } = new URL(address)
    const known = origins.get(origin) ?? outbound.at(origin, { timeoutMs: seconds(4) })
    origins.set(origin, known)
    return known
  }

  async function discover(signal?: AbortSignal): Promise<Static<typeof Discovery>> {
    if (discovered && nowMs() - discovered.at < discoveryKeptMs) return discovered.value
    const path = discoveryPath ?? '/.well-known/openid-configuration'
    const answer = await server.send({ method: 'GET', path, ...(signal ? { signal } : {}) })
    const value = jsonOf(requireSuccess(answer, provider), provider)
    if (!Value.Check(Discovery, value) || value.issuer.replace(/\/$/, '') !== issuer.replace(/\/$/, ''))
      throw new ProviderUnsure(`${provider} describes itself as somebody else`)
    discovered = { value, at: nowMs() }
    return value
  }

  async function fetchKeys(signal?: AbortSignal) {
    const { jwks_uri: address } = await discover(signal)
    const { pathname, search } = new URL(address)
    const path = pathname + search
    const answer = await originOf(address).send({ method: 'GET', path, ...(signal ? { signal } : {}) })
    const value = jsonOf(requireSuccess(answer, provider), provider)
    if (!Value.Check(Keys, value)) throw new ProviderUnsure(`${provider} published no keys`)
    keys = { value: createLocalJWKSet(value), at: nowMs() }
    return keys.value
  }

  async function verify(idToken: string, signal?: AbortSignal): Promise<JWTPayload> {
    const check = async (by: ReturnType<typeof createLocalJWKSet>) => {
      const { payload } = await jwtVerify(idToken, by, {
        algorithms: ['RS256'],
        issuer: [issuer, ...alsoIssuers],
        audience: [...clientIds],
        requiredClaims: ['sub', 'iat', 'exp'],
        clockTolerance: 30,
        currentDate: clock.now(),
      })
      return payload
    }
    const kept = keys
    if (!kept || nowMs() - kept.at >= keysKeptMs) return check(await fetchKeys(signal))
    try {
      return await check(kept.value)
    } catch (error) {
      // The provider may have other keys by now.
      const isUnknown = error instanceof errors.JWKSNoMatchingKey
      if (!isUnknown || nowMs() - kept.at < keysPauseMs) throw error
      return check(await fetchKeys(signal))
    }
  }

  return {
    async identify(idToken, { nonce, signal } = {}) {
      const payload = await verify(idToken, signal).catch((error: unknown) => {
        if (refusals.some((kind) => error instanceof kind))
          throw new ProviderRefused(`no token of ${provider} for us`)
        throw error
      })
      if (!isForOneOf(payload, clientIds) || !isNonce(payload.nonce, nonce))
        throw new ProviderRefused(`this token of ${provider} was made for something else`)
      return identityOf(provider, payload)
    },
    async exchange({ code, codeVerifier, redirectUri }, client, { signal } = {}) {
      const { token_endpoint: address } = await discover(signal)
      if (address === undefined) throw new ProviderUnsure(`${provider} exchanges no codes`)
      const { pathname, search } = new URL(address)
      const answer = await originOf(address).send({
        method: 'POST',
        path: pathname + search,
        headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
        body: new URLSearchParams({
          ...client,
          code,
          code_verifier: codeVerifier,
          redirect_uri: redirectUri,
          grant_type: 'authorization_code',
        }).toString(),
        ...(signal ? { signal } : {}),
      })
      const grant = jsonOf(requireSuccess(answer, provider), provider)
      if (!Value.Check(Grant, grant)) throw new ProviderUnsure(`${provider} answered without a token`)
      return grant.id_token
    },
  }
}

/** A token for several at once could have been made for another of them. */
const isForOneOf = ({ aud }: JWTPayload, clientIds: readonly string[]): boolean => {
  const [only, ...others] = [aud ?? []].flat()
  return only !== undefined && others.length === 0 && clientIds.includes(only)
}

/** What one of both sides has, the other must have, too. Apps may show the provider only the digest. */
function isNonce(claimed: unknown, given: string | undefined): boolean {
  if (claimed === undefined || given === undefined) return claimed === given
  return claimed === given || claimed === createHash('sha256').update(given).digest('hex')
}

const textOf = (claim: unknown): string | undefined =>
  typeof claim === 'string' && claim.trim() !== '' ? claim.trim() : undefined

function identityOf(provider: SocialProvider, payload: JWTPayload): SocialIdentity {
  const { sub, email, email_verified: verified, name } = payload
  const subject = textOf(sub)
  if (subject === undefined || subject.length > 255)
    throw new ProviderRefused(`this token of ${provider} names nobody`)
  const address = textOf(email)
  const called = textOf(name)
  return {
    provider,
    subject,
    ...(address === undefined ? {} : { email: address }),
    // Apple writes it as a text.
    isEmailVerified: address !== undefined && (verified === true || verified === 'true'),
    ...(called === undefined ? {} : { name: called }),
  }
}

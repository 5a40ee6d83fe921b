import { errors, jwtVerify, SignJWT } from 'jose'
import type { Clock } from '../clock.ts'
import { lastUsed } from '../last-used.ts'
import type { Realm } from '../operation/caller.ts'

export const accessTokenSeconds = 900

export interface AccessClaims {
  realm: Realm
  subjectId: string
  sessionId: string
  expiresAt: number
}

const issuers: Record<Realm, string> = {
  marketplace: 'plaza/marketplace',
  'wellness-user': 'plaza/wellness',
  'wellness-admin': 'plaza/wellness/admin',
}

/** Signs and checks access tokens: one key, issuer and audience for each pool of people. */
export class AccessTokens {
  readonly #keys: Record<Realm, Uint8Array>
  readonly #clock: Clock
  // A token is checked on every request; its signature needs checking once.
  readonly #checked = lastUsed<AccessClaims>(20_000)

  constructor(secrets: Record<Realm, string>, clock: Clock) {
    this.#clock = clock
    const encode = (text: string) => new TextEncoder().encode(text)
    this.#keys = {
      marketplace: encode(secrets.marketplace),
      'wellness-user': encode(secrets['wellness-user']),
      'wellness-admin': encode(secrets['wellness-admin']),
    }
  }

  issue(realm: Realm, subjectId: string, sessionId: string): Promise<string> {
    const now = Math.floor(this.#clock.now().getTime() / 1000)
    return new SignJWT({ sid: sessionId })
      .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
      .setIssuer(issuers[realm])
      .setAudience(realm)
      .setSubject(subjectId)
      .setIssuedAt(now)
      .setExpirationTime(now + accessTokenSeconds)
      .sign(this.#keys[realm])
  }

  /**
   * What a token of ours says, be its time up or not.
   * @param realms the pools whose tokens are accepted, tried in order.
   */
  async read(token: string, realms: readonly Realm[]): Promise<AccessClaims | undefined> {
    const now = this.#clock.now()
    const known = this.#checked.get(token)
    if (known && realms.includes(known.realm)) return known
    for (const realm of realms) {
      const claims = await this.#verify(token, realm, now)
      if (!claims) continue
      this.#checked.set(token, claims)
      return claims
    }
    return undefined
  }

  async #verify(token: string, realm: Realm, now: Date): Promise<AccessClaims | undefined> {
    const payload = await jwtVerify(token, this.#keys[realm], {
      algorithms: ['HS256'],
      typ: 'at+jwt',
      issuer: issuers[realm],
      audience: realm,
      currentDate: now,
      requiredClaims: ['sub', 'sid', 'exp', 'iat'],
    }).then(
      (verified) => verified.payload,
      // Its time is looked at last: all else is as it must be.
      (error) => (error instanceof errors.JWTExpired ? error.payload : undefined),
    )
    if (
      typeof payload?.sub !== 'string' ||
      typeof payload.sid !== 'string' ||
      typeof payload.exp !== 'number'
    )
      return undefined
    return { realm, subjectId: payload.sub, sessionId: payload.sid, expiresAt: payload.exp * 1000 }
  }
}

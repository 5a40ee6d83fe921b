import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { domainToASCII } from 'node:url'
import type { Clock } from '../clock.ts'
import { days, minutes, seconds } from '../clock.ts'
import { newId, newSecret } from '../ids.ts'
import type { Realm, RequestFacts } from '../operation/caller.ts'
import { problem } from '../operation/problem.ts'
import type { Work } from '../operation/work.ts'
import * as queries from './queries.ts'
import { seal, unseal } from './sealing.ts'
import { type AccessTokens, accessTokenSeconds } from './tokens.ts'
import { matchingStep, totpAddress } from './totp.ts'

export const refreshTokenInvalid = problem(
  401,
  'REFRESH_TOKEN_INVALID',
  'This refresh token is not valid. Sign in again.',
)
export const otpInvalid = problem(400, 'OTP_INVALID', 'This code is not right.')
export const otpExpired = problem(410, 'OTP_EXPIRED', 'This code has expired. Ask for a new one.')
export const otpLocked = problem(429, 'OTP_LOCKED', 'Too many wrong codes. Ask for a new one.')
export const tooManyAttempts = problem(
  429,
  'TOO_MANY_ATTEMPTS',
  'Too many attempts. Wait a little and try again.',
)

export interface Person {
  realm: Realm
  subjectId: string
}

export interface SignedIn {
  accessToken: string
  refreshToken: string
  /** Seconds until the access token expires. */
  expiresIn: number
  sessionId: string
  isNewDevice: boolean
}

/** A pair of tokens of a session that is there already. */
export type Renewed = Omit<SignedIn, 'isNewDevice'>

export type CodeCheck = 'right' | 'expired' | 'locked' | { wrong: true; triesLeft: number }

/** How long a session lives on after a refresh, unless its sign-in says otherwise. */
export const refreshTokenSeconds = days(60) / 1000
const refreshAbsolute = days(365)
const lostAnswerGrace = seconds(10)
const codeLifetime = minutes(10)
const codeCoolDown = seconds(60)
const codeTries = 5

/** When a session ends by itself if nothing refreshes it, however often that happens. */
const endOf = (created: Date, idleSeconds: number, now: Date) =>
  new Date(Math.min(now.getTime() + seconds(idleSeconds), created.getTime() + refreshAbsolute))

const secondFactorOf = ({ realm, subjectId }: Person) => `second factor ${realm} ${subjectId}`

const secondsTo = (end: Date, now: Date) => Math.max(1, Math.ceil((end.getTime() - now.getTime()) / 1000))

const hashOf = (token: string) => createHash('sha256').update(token).digest()

/** The primitives that both products' sign-ins share. Every method works in the caller's transaction. */
export class Identity {
  readonly tokens: AccessTokens
  readonly #secret: string
  readonly #clock: Clock

  constructor(tokens: AccessTokens, secret: string, clock: Clock) {
    this.tokens = tokens
    this.#secret = secret
    this.#clock = clock
  }

  /** Opens a session for a person on a device. It ends after `idleSeconds` without a refresh, 60 days by default. */
  async signIn(
    { db }: Pick<Work, 'db'>,
    person: Person,
    device: { id?: string | undefined; request: RequestFacts; idleSeconds?: number },
  ): Promise<SignedIn> {
    const now = this.#clock.now()
    const sessionId = newId()
    const deviceId = device.id ?? null
    const deviceLabel = device.request.userAgent.slice(0, 200) || null
    const isNewDevice = await queries.isNewDevice(db, person, deviceId, deviceLabel)
    const { idleSeconds = refreshTokenSeconds } = device
    await queries.insertSession(db, {
      ...person,
      id: sessionId,
      deviceId,
      deviceLabel,
      at: now,
      expiresAt: endOf(now, idleSeconds, now),
      idleSeconds,
    })
    return { ...(await this.#firstPair(db, person, sessionId)), isNewDevice }
  }

  /**
   * Issues a new pair for a live session whose first one never arrived. The tokens issued before
   * become unknown; a client that has them after all has to sign in again.
   * @returns undefined when the session has ended.
   */
  async renew({ db }: Pick<Work, 'db'>, person: Person, sessionId: string): Promise<Renewed | undefined> {
    const now = this.#clock.now()
    const session = await queries.lockSession(db, person, sessionId, now)
    if (!session) return undefined
    await queries.deleteRefreshTokens(db, sessionId)
    await queries.touchSession(db, sessionId, now, endOf(session.created_at, session.idle_seconds, now))
    return this.#firstPair(db, person, sessionId)
  }

  async #firstPair(db: Work['db'], { realm, subjectId }: Person, sessionId: string): Promise<Renewed> {
    const refreshToken = newSecret()
    await queries.insertRefreshToken(db, { hash: hashOf(refreshToken), sessionId, at: this.#clock.now() })
    const accessToken = await this.tokens.issue(realm, subjectId, sessionId)
    return { accessToken, refreshToken, expiresIn: accessTokenSeconds, sessionId }
  }

  /**
   * Exchanges a refresh token for the next pair. The successor derives from the token itself, so
   * a client that lost the answer gets the same one again while that is unused, by default for ten
   * seconds; any later reuse ends the session, because one of two holders is not the owner.
   * @returns the pair, or undefined after revoking or when the token is unknown.
   */
  async refresh(
    { db }: Pick<Work, 'db'>,
    realm: Realm,
    token: string,
    { lostAnswerMs = lostAnswerGrace } = {},
  ): Promise<(Renewed & { subjectId: string }) | { reusedBy?: string }> {
    const now = this.#clock.now()
    const found = await queries.lockRefreshToken(db, hashOf(token))
    if (!found || found.realm !== realm || found.revoked_at || found.expires_at <= now) return {}
    const usedAt = await queries.refreshTokenUse(db, hashOf(token))
    const successor = createHmac('sha256', this.#secret).update(`refresh\n${token}`).digest('base64url')
    if (usedAt) {
      const successorUse = await queries.refreshTokenUse(db, hashOf(successor))
      const isLostAnswer = successorUse === null && now.getTime() - usedAt.getTime() <= lostAnswerMs
      if (!isLostAnswer) {
        await queries.revokeSession(db, { realm, subjectId: found.subject_id }, found.session_id, now)
        return { reusedBy: found.subject_id }
      }
    } else {
      await queries.markRefreshTokenUsed(db, hashOf(token), now)
      await queries.insertRefreshToken(db, { hash: hashOf(successor), sessionId: found.session_id, at: now })
      await queries.touchSession(db, found.session_id, now, endOf(found.created_at, found.idle_seconds, now))
    }
    const accessToken = await this.tokens.issue(realm, found.subject_id, found.session_id)
    return {
      accessToken,
      refreshToken: successor,
      expiresIn: accessTokenSeconds,
      sessionId: found.session_id,
      subjectId: found.subject_id,
    }
  }

  sessions({ db }: Pick<Work, 'db'>, person: Person) {
    return queries.listSessions(db, person, this.#clock.now())
  }

  revoke({ db }: Pick<Work, 'db'>, person: Person, sessionId: string): Promise<boolean> {
    return queries.revokeSession(db, person, sessionId, this.#clock.now())
  }

  revokeAll({ db }: Pick<Work, 'db'>, person: Person, except?: string): Promise<void> {
    return queries.revokeSessions(db, person, this.#clock.now(), except ?? null)
  }

  /**
   * The code to send now. A live code is repeated, so that a late mail still helps; a new one is
   * made after expiry, use or lock.
   * @returns `isDue` false while the last sending is under a minute ago.
   */
  async codeToSend(
    { db }: Pick<Work, 'db'>,
    person: Person,
    purpose: string,
  ): Promise<{ code: string; isDue: boolean; expiresAt: Date; resendAt: Date }> {
    const now = this.#clock.now()
    const live = await queries.lockLiveCode(db, person, purpose)
    if (live && live.expires_at > now && live.wrong_tries < codeTries) {
      const isDue = now.getTime() - live.sent_at.getTime() >= codeCoolDown
      if (isDue) await queries.updateCode(db, live.id, { sentAt: now })
      const sentAt = isDue ? now : live.sent_at
      return {
        code: this.#digits(live.id),
        isDue,
        expiresAt: live.expires_at,
        resendAt: new Date(sentAt.getTime() + codeCoolDown),
      }
    }
    const row = await queries.replaceCode(db, {
      ...person,
      id: newId(),
      purpose,
      at: now,
      expiresAt: new Date(now.getTime() + codeLifetime),
    })
    if (!row)
      return { code: '', isDue: false, expiresAt: now, resendAt: new Date(now.getTime() + codeCoolDown) }
    return {
      code: this.#digits(row.id),
      isDue: true,
      expiresAt: row.expires_at,
      resendAt: new Date(now.getTime() + codeCoolDown),
    }
  }

  /** Tries a code; a right one is used up. Wrong tries count even when the caller's reply is a failure, so return it, do not throw. */
  async tryCode({ db }: Pick<Work, 'db'>, person: Person, purpose: string, code: string): Promise<CodeCheck> {
    const now = this.#clock.now()
    const live = await queries.lockLiveCode(db, person, purpose)
    if (!live) return { wrong: true, triesLeft: codeTries - 1 }
    if (live.wrong_tries >= codeTries) return 'locked'
    if (live.expires_at <= now) return 'expired'
    const given = Buffer.from(code.padStart(6, ' '))
    const expected = Buffer.from(this.#digits(live.id))
    if (given.length === expected.length && timingSafeEqual(given, expected)) {
      await queries.updateCode(db, live.id, { usedAt: now })
      return 'right'
    }
    await queries.updateCode(db, live.id, { wrongTries: live.wrong_tries + 1 })
    const triesLeft = codeTries - live.wrong_tries - 1
    return triesLeft === 0 ? 'locked' : { wrong: true, triesLeft }
  }

  /** Whether a person gave this code before, while it was good: who lost the answer asks again. */
  async hasTaken({ db }: Pick<Work, 'db'>, person: Person, purpose: string, code: string): Promise<boolean> {
    const id = await queries.newestUsedCode(db, person, purpose, this.#clock.now())
    return id !== undefined && this.#digits(id) === code
  }

  #digits(id: string): string {
    const number =
      createHmac('sha256', this.#secret).update(`code\n${id}`).digest().readUIntBE(0, 6) % 1_000_000
    return String(number).padStart(6, '0')
  }

  /** A single-use token that lets its holder set a new password. */
  async resetToken({ db }: Pick<Work, 'db'>, person: Person, lifetimeMs = minutes(10)): Promise<string> {
    const token = newSecret()
    await queries.insertResetToken(db, {
      ...person,
      hash: hashOf(token),
      expiresAt: new Date(this.#clock.now().getTime() + lifetimeMs),
    })
    return token
  }

  /** @returns the person whose token it was, once. */
  takeResetToken({ db }: Pick<Work, 'db'>, realm: Realm, token: string): Promise<string | undefined> {
    return queries.takeResetToken(db, realm, hashOf(token), this.#clock.now())
  }

  /**
   * A secret for an authenticator app.
   * @returns it sealed, to be stored, and the address that hands it to the app.
   */
  newSecondFactor(person: Person, issuer: string, account: string): { sealed: Buffer; address: string } {
    const secret = randomBytes(20)
    return {
      sealed: seal(this.#secret, secondFactorOf(person), secret),
      address: totpAddress(issuer, account, secret),
    }
  }

  /** @returns the step of a right code, to be stored as `lastStep`, so that no code works twice; else undefined. */
  checkSecondFactor(
    person: Person,
    { sealed, lastStep }: { sealed: Buffer; lastStep: number },
    code: string,
  ): number | undefined {
    const secret = unseal(this.#secret, secondFactorOf(person), sealed)
    return matchingStep(secret, code, this.#clock.now(), lastStep)
  }

  /**
   * Counts an attempt against a budget that all processes share.
   * @returns undefined while within it, else the seconds to wait.
   */
  async countAttempt(
    { db }: Pick<Work, 'db'>,
    key: string,
    budget: { max: number; windowMs: number },
  ): Promise<number | undefined> {
    const now = this.#clock.now()
    const { count, window_ends_at } = await queries.countAttempt(
      db,
      key,
      now,
      new Date(now.getTime() + budget.windowMs),
    )
    return count > budget.max ? secondsTo(window_ends_at, now) : undefined
  }

  /** Counts nothing. @returns the seconds to wait when a budget is spent already. */
  async waitAfter(
    { db }: Pick<Work, 'db'>,
    key: string,
    { max }: { max: number },
  ): Promise<number | undefined> {
    const now = this.#clock.now()
    const spent = await queries.findAttempts(db, key, now)
    return spent && spent.count >= max ? secondsTo(spent.window_ends_at, now) : undefined
  }

  forgetAttempts({ db }: Pick<Work, 'db'>, key: string): Promise<void> {
    return queries.forgetAttempts(db, key)
  }
}

/** The form in which addresses are compared: NFC, lower case, the domain in letters of ASCII. */
export function canonicalEmail(email: string): string {
  const plain = email.normalize('NFC').trim().toLowerCase()
  const at = plain.lastIndexOf('@') + 1
  return plain.slice(0, at) + (domainToASCII(plain.slice(at)) || plain.slice(at))
}

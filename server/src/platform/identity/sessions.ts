import { createHash, createHmac } from 'node:crypto'
import { days, minutes, seconds } from '../clock.ts'
import { newId, newSecret } from '../ids.ts'
import type { BaseCaller, Realm, RequestFacts } from '../operation/caller.ts'
import type { Work } from '../operation/work.ts'
import { rememberDevice } from './known-devices.ts'
import type { Person } from './person.ts'
import * as queries from './session-queries.ts'
import { accessTokenSeconds } from './tokens.ts'

/** A pair of tokens of a session. */
export interface Tokens {
  accessToken: string
  refreshToken: string
  /** Seconds until the access token expires. */
  expiresIn: number
  sessionId: string
}

export interface SignedIn extends Tokens {
  isNewDevice: boolean
  /** What the device shows at its next sign-in. */
  deviceSecret: string
}

/** What a request says of the device it comes from. */
export interface Device {
  id?: string | undefined
  /** What it got at an earlier sign-in. */
  secret?: string | undefined
  request: RequestFacts
}

/** How long a session lives on after a refresh, unless its sign-in says otherwise. */
export const refreshTokenSeconds = days(60) / 1000
const longestLife = days(365)
/** A tunnel, and the time that an app waits for an answer before it asks again. */
const lostAnswerMinutes = 2
const lostAnswerGrace = minutes(lostAnswerMinutes)

/** When a session ends by itself if nothing refreshes it, however often that happens. */
const endOf = (created: Date, idleSeconds: number, now: Date) =>
  new Date(Math.min(now.getTime() + seconds(idleSeconds), created.getTime() + longestLife))

/** For the descriptions of what takes a refresh token. */
export const goodOnce = `good once; for ${lostAnswerMinutes} minutes the same device gets the same answer again, as long as nobody has refreshed with that one`

const hashOf = (token: string) => createHash('sha256').update(token).digest()

/** Opens a session for a person on a device. It ends after `idleSeconds` without a refresh, 60 days by default. */
export async function openSession(
  work: Work,
  person: Person,
  device: Device & { idleSeconds?: number },
): Promise<SignedIn> {
  const { db, clock } = work
  const now = clock.now()
  const id = newId()
  const deviceId = device.id ?? null
  const deviceLabel = device.request.userAgent.slice(0, 200) || null
  const isNewDevice = await queries.isNewDevice(db, person, deviceId, deviceLabel)
  const { idleSeconds = refreshTokenSeconds } = device
  const expiresAt = endOf(now, idleSeconds, now)
  await queries.insertSession(db, { id, person, deviceId, deviceLabel, at: now, expiresAt, idleSeconds })
  const deviceSecret = await rememberDevice(work, person, device.secret)
  return { ...(await firstPair(work, person, id)), isNewDevice, deviceSecret }
}

/**
 * Issues a new pair for a live session whose first one never arrived. The tokens issued before
 * become unknown; a client that has them after all has to sign in again.
 * @param idleSeconds how long it lives on without a refresh from now on; as before unless said
 * @returns undefined when the session has ended.
 */
export async function renewSession(
  work: Work,
  person: Person,
  sessionId: string,
  idleSeconds?: number,
): Promise<Tokens | undefined> {
  const { db, clock } = work
  const now = clock.now()
  const session = await queries.lockSession(db, person, sessionId, now)
  if (!session) return undefined
  await queries.deleteRefreshTokens(db, sessionId)
  const idle = idleSeconds ?? session.idle_seconds
  await queries.touchSession(db, sessionId, now, endOf(session.created_at, idle, now), idle)
  return firstPair(work, person, sessionId)
}

async function firstPair({ db, clock, services }: Work, person: Person, sessionId: string): Promise<Tokens> {
  const refreshToken = newSecret()
  await queries.insertRefreshToken(db, { hash: hashOf(refreshToken), sessionId, at: clock.now() })
  const accessToken = await services.tokens.issue(person.realm, person.id, sessionId)
  return { accessToken, refreshToken, expiresIn: accessTokenSeconds, sessionId }
}

/** What is the same of every request of a device, whatever network it is in. */
const traitsOf = ({ id, secret, request }: Device) =>
  hashOf(JSON.stringify([id ?? null, secret ?? null, request.userAgent]))

/**
 * Exchanges a refresh token for the next pair. The successor derives from the token itself, so a client
 * that lost the answer gets the same one again: for a while, on the same device, as long as that is
 * unused. Any other reuse ends the session, because one of two holders is not the owner.
 * @returns the pair; else which session was ended now, if one was: return the refusal then, do not throw it.
 */
export async function refreshSession(
  work: Work,
  realm: Realm,
  token: string,
  device: Device,
): Promise<(Tokens & { personId: string }) | { ended?: { personId: string; sessionId: string } }> {
  const { db, clock, services } = work
  const now = clock.now()
  const found = await queries.lockRefreshToken(db, hashOf(token))
  if (!found || found.realm !== realm || found.revoked_at || found.expires_at <= now) return {}
  const { subject_id: personId, session_id: sessionId } = found
  const { signingSecret } = services.settings
  const refreshToken = createHmac('sha256', signingSecret).update(`refresh\n${token}`).digest('base64url')
  const by = traitsOf(device)
  const use = await queries.refreshTokenUse(db, hashOf(token))
  if (use) {
    const isSoon = now.getTime() - use.used_at.getTime() <= lostAnswerGrace
    const isLostAnswer = isSoon && use.used_by?.equals(by) === true
    if (!isLostAnswer || (await queries.refreshTokenUse(db, hashOf(refreshToken)))) {
      await queries.revokeSession(db, { realm, id: personId }, sessionId, now)
      return { ended: { personId, sessionId } }
    }
  } else {
    await queries.markRefreshTokenUsed(db, hashOf(token), { at: now, by })
    await queries.insertRefreshToken(db, { hash: hashOf(refreshToken), sessionId, at: now })
    await queries.touchSession(db, sessionId, now, endOf(found.created_at, found.idle_seconds, now))
  }
  const accessToken = await services.tokens.issue(realm, personId, sessionId)
  return { accessToken, refreshToken, expiresIn: accessTokenSeconds, sessionId, personId }
}

/** A person's live sessions, the latest used first. */
export const listSessions = (
  { db, clock }: Pick<Work, 'db' | 'clock'>,
  person: Person,
): Promise<queries.SessionRow[]> => queries.listSessions(db, person, clock.now())

/** @returns whether it was this person's and live. */
export const endSession = (
  { db, clock }: Pick<Work, 'db' | 'clock'>,
  person: Person,
  sessionId: string,
): Promise<boolean> => queries.revokeSession(db, person, sessionId, clock.now())

/** Ends all of a person's sessions, but for one if it is named. */
export const endSessions = (
  { db, clock }: Pick<Work, 'db' | 'clock'>,
  person: Person,
  except?: string,
): Promise<void> => queries.revokeSessions(db, person, clock.now(), except ?? null)

const freshFor = minutes(5)

/** Whether somebody signed in within the last five minutes in the session that asks; a refresh is no sign-in. */
export async function isFreshlySignedIn(
  { db, clock }: Pick<Work, 'db' | 'clock'>,
  { realm, sessionId }: BaseCaller,
): Promise<boolean> {
  const session = await queries.selectSession(db, realm, sessionId)
  return session !== undefined && clock.now().getTime() - session.created_at.getTime() <= freshFor
}

/** Whose a session was that has ended. */
export const ownerOfSession = async (
  { db }: Pick<Work, 'db'>,
  realm: Realm,
  sessionId: string,
): Promise<string | undefined> => (await queries.selectSession(db, realm, sessionId))?.subject_id

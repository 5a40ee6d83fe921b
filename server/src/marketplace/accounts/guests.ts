import { createHash, createHmac } from 'node:crypto'
import { days } from '../../platform/clock.ts'
import { violates } from '../../platform/db/failures.ts'
import { knownDevice, rememberDevice } from '../../platform/identity/known-devices.ts'
import {
  endSessions,
  refreshTokenSeconds,
  renewSession,
  type SignedIn,
} from '../../platform/identity/sessions.ts'
import { addressOf } from '../../platform/network.ts'
import type { RequestFacts } from '../../platform/operation/caller.ts'
import { sessionRevoked } from '../../platform/operation/problem.ts'
import type { Work } from '../../platform/operation/work.ts'
import type { Caller } from '../access.ts'
import { dropDeviceTokensBut } from '../devices/public.ts'
import { insertUser, type NewUser, promoteGuest, selectUserByEmail, type UserRow } from '../users/public.ts'
import { dropGuest, type GuestPlace, keepGuest, lockDevice, selectGuestsOn } from './guest-queries.ts'
import { takenAt } from './problems.ts'
import { bindToken } from './sign-in.ts'

/** After so long without anybody a guest goes, with all that was theirs. */
export const guestIdleMs = days(30)

interface GuestDevice {
  request: RequestFacts
  device_id: string
  device_secret?: string
}

/** What is kept of where a guest is; the address itself is not. */
export function placeOfGuest({ services }: Work, { device_id, request }: GuestDevice): GuestPlace {
  const network = createHmac('sha256', services.settings.signingSecret)
    .update(`network of a guest\n${addressOf(request.ip)}`)
    .digest()
  return { device: createHash('sha256').update(device_id).digest(), network }
}

/**
 * The guest of a device, if it has one. What an app calls its device proves little: it is theirs who show the secret
 * that the device got, or come from the network that it was last on. Others of the same name have no guest here.
 */
export async function findGuest(
  work: Work,
  place: GuestPlace,
  device: GuestDevice,
): Promise<string | undefined> {
  await lockDevice(work.db, place.device)
  const until = { now: work.clock.now(), idleMs: guestIdleMs }
  for (const { id, isOnNetwork } of await selectGuestsOn(work.db, place, until)) {
    const isKnown = await knownDevice(work, { realm: 'marketplace', id }, device.device_secret)
    if (isOnNetwork || isKnown !== undefined) return id
  }
  return undefined
}

/** Begins the time anew after which a guest goes. */
export const keepGuestAt = (work: Work, id: string, place: GuestPlace): Promise<void> =>
  keepGuest(work.db, id, { ...place, dueAt: new Date(work.clock.now().getTime() + guestIdleMs) })

export const isGuest = (caller: Caller | null): caller is Caller => caller?.kind === 'guest'

/**
 * Opens an account: of a guest the row becomes a member's, with everything that is theirs.
 * @returns undefined when the address belongs to somebody else.
 * @throws EMAIL_TAKEN when that was somebody's at the same moment
 */
export async function openAccount(
  work: Work,
  caller: Caller | null,
  account: Omit<NewUser, 'id' | 'at'> & { newId: string },
): Promise<UserRow | undefined> {
  const { newId, ...rest } = account
  const at = work.clock.now()
  if (!isGuest(caller)) return insertUser(work.db, { ...rest, id: newId, at })
  const holder =
    account.emailCanonical === null ? undefined : await selectUserByEmail(work.db, account.emailCanonical)
  if (holder && holder.id !== caller.id) return undefined
  const user = await promoteGuest(work.db, { ...rest, id: caller.id, at }).catch((error: unknown) => {
    throw violates(error, 'users_email') ? takenAt('body.email') : error
  })
  if (user) await dropGuest(work.db, user.id)
  return user
}

interface MemberDevice {
  request: RequestFacts
  device_secret?: string
  fcm_token?: string | null
}

/**
 * Goes on with the session of somebody who proved to be themselves on it: it gets other tokens, and all their other
 * sessions end, so that nobody stays who was let in before.
 */
export async function keepOnlySession(
  work: Work,
  { id, sessionId }: Pick<Caller, 'id' | 'sessionId'>,
  device: MemberDevice,
): Promise<SignedIn> {
  await endSessions(work, { realm: 'marketplace', id }, sessionId)
  await dropDeviceTokensBut(work.db, id, sessionId)
  return stayOn(work, { id, sessionId }, device)
}

/** Goes on with a session under other tokens. @throws SESSION_REVOKED when it has ended meanwhile */
export async function stayOn(
  work: Work,
  { id, sessionId }: Pick<Caller, 'id' | 'sessionId'>,
  { device_secret: secret, fcm_token: token }: MemberDevice,
): Promise<SignedIn> {
  const person = { realm: 'marketplace', id } as const
  const tokens = await renewSession(work, person, sessionId, refreshTokenSeconds)
  if (!tokens) throw sessionRevoked()
  if (token) await bindToken(work, { token, userId: id, sessionId })
  return { ...tokens, isNewDevice: false, deviceSecret: await rememberDevice(work, person, secret) }
}

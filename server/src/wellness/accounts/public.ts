import { hours } from '../../platform/clock.ts'
import { endSessions } from '../../platform/identity/sessions.ts'
import type { LookUp } from '../../platform/operation/callers.ts'
import type { Work } from '../../platform/operation/work.ts'
import type { Deferred } from '../../platform/write-behind.ts'
import type { User } from '../access.ts'
import { dropPushTokens } from '../devices/public.ts'
import { shredKey } from '../personal-keys/public.ts'
import { closeUser, noteActive, selectCallers } from './queries.ts'

export { checkAge } from './age.ts'
export { accountOpened, clockMoved, signedUp } from './announcements.ts'
export { invalidCredentials, loginThrottled, underage } from './problems.ts'
export type { UserRow } from './queries.ts'
export {
  dayStartAt,
  genders,
  insertActiveUser,
  selectUser,
  selectUserByEmail,
  userStatuses,
  weekStarts,
} from './queries.ts'
export { refreshPair } from './refreshing.ts'
export {
  type Client,
  ClientHeaders,
  clientOf,
  deviceFields,
  isProfileComplete,
  Language,
  languagePattern,
  presentSignIn,
  presentTokens,
  tokenFields,
  zoneOf,
} from './shapes.ts'
export { dayStartOn, describeSelf, noteLateSighting, noteSighting } from './sighting.ts'
export type { Stay, Suspension } from './zone-queries.ts'
export { recordSighting, selectStays, selectSuspensions } from './zone-queries.ts'

/** Closes an account for good; what its owner confided is unreadable from then on. */
export async function closeAccount(work: Work, id: string): Promise<void> {
  await closeUser(work.db, id, work.clock.now())
  await endSessions(work, { realm: 'wellness-user', id })
  await dropPushTokens(work.db, id, null)
  await shredKey(work, id)
}

/** In which hours users were active. */
const activity: Deferred = { write: noteActive, everyMs: hours(1) }

/** Loads the users of live sessions, and keeps that they are active. */
export async function loadUsers(
  { reads, clock, writeBehind }: LookUp,
  sessionIds: readonly string[],
): Promise<User[]> {
  const rows = await selectCallers(reads, sessionIds, clock.now())
  writeBehind.note(activity, rows)
  return rows.map((row) => ({
    realm: 'wellness-user',
    kind: 'user',
    id: row.id,
    sessionId: row.session_id,
    name: row.name,
    email: row.email,
    language: row.language,
    timezone: row.timezone,
    timezoneMode: row.timezone_mode,
    dayStartMinutes: row.day_start_minutes,
    dayStartFrom: row.day_start_from,
    invitedAt: row.invited_at,
    createdAt: row.created_at,
  }))
}

import { hours } from '../../platform/clock.ts'
import { endSessions } from '../../platform/identity/sessions.ts'
import type { LookUp } from '../../platform/operation/callers.ts'
import type { Work } from '../../platform/operation/work.ts'
import type { Deferred } from '../../platform/write-behind.ts'
import type { User } from '../access.ts'
import { dropPushTokens } from '../devices/public.ts'
import { closeUser, noteActive, selectCallers } from './queries.ts'

export { clockMoved } from './announcements.ts'
export { invalidCredentials, loginThrottled } from './problems.ts'
export type { Stay, UserRow } from './queries.ts'
export { insertActiveUser, recordSighting, selectStays, selectUser, selectUserByEmail } from './queries.ts'
export { refreshPair } from './refreshing.ts'
export {
  ClientHeaders,
  clientOf,
  deviceFields,
  isProfileComplete,
  Language,
  languagePattern,
  presentSignIn,
  presentTokens,
  tokenFields,
} from './shapes.ts'
export { noteSighting } from './sighting.ts'

/** Closes an account for good. */
export async function closeAccount(work: Work, id: string): Promise<void> {
  await closeUser(work.db, id, work.clock.now())
  await endSessions(work, { realm: 'wellness-user', id })
  await dropPushTokens(work.db, id, null)
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
    createdAt: row.created_at,
  }))
}

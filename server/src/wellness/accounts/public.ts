import type { LookUp } from '../../platform/operation/callers.ts'
import type { User } from '../access.ts'
import { selectCallers } from './queries.ts'

export { invalidCredentials, loginThrottled } from './problems.ts'
export type { UserRow } from './queries.ts'
export { insertActiveUser, recordSighting, selectUser } from './queries.ts'
export { refreshPair } from './refreshing.ts'
export {
  ClientHeaders,
  clientOf,
  isProfileComplete,
  Language,
  languagePattern,
  presentTokens,
  tokenFields,
} from './shapes.ts'

/** Loads the users of live sessions. */
export async function loadUsers(
  { reads, clock }: Pick<LookUp, 'reads' | 'clock'>,
  sessionIds: readonly string[],
): Promise<User[]> {
  const rows = await selectCallers(reads, sessionIds, clock.now())
  return rows.map((row) => ({
    realm: 'wellness-user',
    kind: 'user',
    id: row.id,
    sessionId: row.session_id,
    name: row.name,
    email: row.email,
    timezone: row.timezone,
    timezoneMode: row.timezone_mode,
    dayStartMinutes: row.day_start_minutes,
    createdAt: row.created_at,
  }))
}

import { days } from '../../platform/clock.ts'
import type { Work } from '../../platform/operation/operation.ts'
import type { Services } from '../../platform/services.ts'
import type { User } from '../access.ts'
import { deleteUnverified, selectCallers } from './queries.ts'
import { verificationKept } from './verification.ts'

export { invalidCredentials, loginThrottled } from './problems.ts'
export type { UserRow } from './queries.ts'
export { recordSighting, selectUser } from './queries.ts'
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
  { reads, clock }: Pick<Services, 'reads' | 'clock'>,
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

const reservedFor = days(7)

/** The job: an address that nobody proved within a week is free again. */
export async function sweepAccounts({ db, clock }: Work): Promise<void> {
  const at = clock.now()
  await deleteUnverified(db, {
    at,
    usersBefore: new Date(at.getTime() - reservedFor),
    verificationsBefore: new Date(at.getTime() - verificationKept),
  })
}

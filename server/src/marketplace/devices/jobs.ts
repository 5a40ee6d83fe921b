import { sql } from 'kysely'
import { sweep } from '../../platform/jobs/sweep.ts'

/** Forgets where messages go of sessions that ran out; those that are ended take theirs along. */
export const sweepDeviceTokens = sweep('marketplace.devices.sweep', '13 4 * * *', (now) => ({
  'marketplace.device_token': sql`session_id is not null and not exists (
    select from platform.session s where s.id = session_id and s.revoked_at is null and s.expires_at > ${now})`,
}))

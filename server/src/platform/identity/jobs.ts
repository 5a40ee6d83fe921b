import { sql } from 'kysely'
import { days } from '../clock.ts'
import { ago, sweep } from '../jobs/sweep.ts'
import { deviceKeptDays } from './known-devices.ts'

export const sweepCredentials = sweep('identity.sweep', '2-59/15 * * * *', (now) => ({
  'platform.attempt': sql`window_ends_at < ${now}`,
  'platform.reset_token': sql`expires_at < ${ago(now, days(1))}`,
  'platform.one_time_code': sql`expires_at < ${ago(now, days(1))}`,
  // A used token is kept for as long as somebody may still try to use it again.
  'platform.refresh_token': sql`used_at < ${ago(now, days(30))}`,
  'platform.known_device': sql`last_used_at < ${ago(now, days(deviceKeptDays))}`,
  'platform.session': sql`expires_at < ${ago(now, days(30))}`,
}))

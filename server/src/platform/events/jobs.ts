import { sql } from 'kysely'
import { hours } from '../clock.ts'
import { ago, sweep } from '../jobs/sweep.ts'

export const sweepLiveEvents = sweep('events.sweep', '*/15 * * * *', (now) => ({
  'platform.live_event': sql`created_at < ${ago(now, hours(24))}`,
}))

import { sql } from 'kysely'
import { days } from '../clock.ts'
import { ago, sweep } from '../jobs/sweep.ts'

export const sweepPushMessages = sweep('push.sweep', '8-59/15 * * * *', (now) => ({
  'platform.push_message': sql`created_at < ${ago(now, days(7))}`,
}))

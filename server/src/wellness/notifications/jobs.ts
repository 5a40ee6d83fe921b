import { sql } from 'kysely'
import { ago, sweep } from '../../platform/jobs/sweep.ts'
import { retentionMs } from './queries.ts'

/** Removes notices that have left every inbox. */
export const sweepNotifications = sweep('wellness.notifications.sweep', '9 * * * *', (now) => ({
  'wellness.notification': sql`created_at <= ${ago(now, retentionMs)}`,
}))

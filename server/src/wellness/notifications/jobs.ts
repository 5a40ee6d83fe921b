import { sql } from 'kysely'
import { days } from '../../platform/clock.ts'
import { ago, sweep } from '../../platform/jobs/sweep.ts'
import { retentionMs } from './queries.ts'

export { sendNoticePushes } from './push.ts'

/** Removes notices that have left every inbox, and what became of messages a month ago. */
export const sweepNotifications = sweep('wellness.notifications.sweep', '9 * * * *', (now) => ({
  'wellness.notification': sql`created_at <= ${ago(now, retentionMs)}`,
  'wellness.notice_push': sql`created_at <= ${ago(now, days(30))}`,
}))

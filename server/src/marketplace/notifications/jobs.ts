import { sql } from 'kysely'
import { Type } from 'typebox'
import { days } from '../../platform/clock.ts'
import { job } from '../../platform/jobs/job.ts'
import { ago, Nothing, sweep } from '../../platform/jobs/sweep.ts'
import { Id } from '../../platform/operation/schema.ts'
import { notificationCreated } from './events.ts'
import { keptForMs } from './queries.ts'
import { forgetUnread } from './unread-queries.ts'

/** Tells every open app of a broadcast whose time has come. */
export const appearBroadcast = job({
  name: 'marketplace.broadcast',
  data: Type.Object({ broadcastId: Id }),
  runs: 'write',
  handle: async ({ publish }, { broadcastId }) =>
    publish(notificationCreated, { recipientId: null, data: { _id: broadcastId } }),
})

/** Removes what is older than inboxes keep. */
export const sweepNotifications = sweep('marketplace.notifications.sweep', '23 * * * *', (now) => ({
  'marketplace.notification': sql`created_at < ${ago(now, keptForMs)}`,
  'marketplace.push': sql`created_at < ${ago(now, days(7))}`,
  // With who has read it.
  'marketplace.follower_news': { isPast: sql`created_at < ${ago(now, days(30))}`, most: 10 },
  'marketplace.broadcast': { isPast: sql`created_at < ${ago(now, keptForMs)}`, most: 10 },
}))

const mostForgotten = 5000

/** Forgets what was counted for people whose inboxes changed and who did not ask since. */
export const forgetUnreadCounts = job({
  name: 'marketplace.unread.sweep',
  cron: '37 * * * *',
  data: Nothing,
  runs: 'write',
  async handle({ db, enqueue }) {
    if ((await forgetUnread(db, mostForgotten)) === mostForgotten) await enqueue(forgetUnreadCounts, {})
  },
})

import { sql } from 'kysely'
import { Type } from 'typebox'
import { job } from '../../platform/jobs/job.ts'
import { ago, sweep } from '../../platform/jobs/sweep.ts'
import { Id } from '../../platform/operation/schema.ts'
import { notificationCreated } from './events.ts'
import { keptForMs } from './queries.ts'

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
  // With who has read it.
  'marketplace.broadcast': { isPast: sql`created_at < ${ago(now, keptForMs)}`, most: 10 },
}))

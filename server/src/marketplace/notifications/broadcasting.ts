import type { Work } from '../../platform/operation/work.ts'
import { notificationCreated } from './events.ts'
import { appearBroadcast } from './jobs.ts'

/** Tells every open app of a broadcast when it appears: by one event, as the broadcast is one row. */
export async function announceBroadcast(
  work: Work,
  { id, startsAt }: { id: string; startsAt: Date },
): Promise<void> {
  if (startsAt <= work.clock.now())
    work.publish(notificationCreated, { recipientId: null, data: { _id: id } })
  else await work.enqueue(appearBroadcast, { broadcastId: id }, { startAfter: startsAt })
}

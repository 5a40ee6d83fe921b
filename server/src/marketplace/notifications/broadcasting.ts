import { idIn } from '../../platform/jobs/jobs.ts'
import type { Work } from '../../platform/operation/work.ts'
import type { ProductJob } from '../../platform/operation/registry.ts'

const tellEverybody = (work: Work, id: string): void =>
  work.publish({ realm: 'marketplace', recipientId: null, type: 'notification.created', data: { _id: id } })

export const broadcastJob: ProductJob = {
  name: 'marketplace.broadcast',
  handle: async (work, data) => tellEverybody(work, idIn(data, 'broadcastId')),
}

/** Tells every open app of a broadcast when it appears: by one event, as the broadcast is one row. */
export async function announceBroadcast(
  work: Work,
  { id, startsAt }: { id: string; startsAt: Date },
): Promise<void> {
  if (startsAt <= work.clock.now()) tellEverybody(work, id)
  else await work.enqueue(broadcastJob.name, { broadcastId: id }, { startAfter: startsAt })
}

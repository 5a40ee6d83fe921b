import type { Work } from '../../platform/operation/work.ts'
import { end } from './machine.ts'
import { returnUnused } from './proration.ts'
import { lockLive, updateSubscription } from './queries.ts'

/** Ends what somebody subscribed to here, now; what they paid for and will not use goes back to their card. */
export async function endSubscriptionOf(work: Work, { userId }: { userId: string }): Promise<void> {
  const { db, clock } = work
  const row = await lockLive(db, userId)
  if (!row) return
  const now = clock.now()
  const ended = await updateSubscription(db, row.id, end(row, 'account_removed', now), now)
  await returnUnused(work, ended)
}

import type { Work } from '../../platform/operation/work.ts'
import { cancel } from './machine.ts'
import { tellOf } from './notices.ts'
import { type SubscriptionRow, updateSubscription } from './queries.ts'

/** Nobody pays twice: what was bought here is not renewed any more. */
export async function endForShop(work: Work, row: SubscriptionRow): Promise<void> {
  const now = work.clock.now()
  const change = cancel(row, { reason: 'bought_elsewhere' }, now)
  if (!change) return
  const changed = await updateSubscription(work.db, row.id, change, now)
  await tellOf(work, changed, 'boughtElsewhere', changed.cancel_at ?? now)
}

import type { Static } from 'typebox'
import type { Work } from '../../platform/operation/work.ts'
import { lockPerson } from '../users/public.ts'
import { standingOf } from './entitlement.ts'
import { boughtElsewhere } from './problems.ts'
import {
  hasFromStore,
  lockNewest,
  type RowChange,
  type SubscriptionRow,
  updateSubscription,
} from './queries.ts'
import type { SubscriptionRecord } from './shapes.ts'

/** What of a person stands in the way of every change: they have it from a shop of phones, and it can be changed there alone. */
async function refuseOfStore(
  { db, clock }: Work,
  userId: string,
  row: SubscriptionRow | undefined,
): Promise<void> {
  if ((!row || row.ended_at) && (await hasFromStore(db, userId, clock.now()))) throw boughtElsewhere()
}

/**
 * Changes somebody's subscription, one after the other whoever asks for it.
 * @param change what is to be written, empty where nothing is
 * @throws BOUGHT_ELSEWHERE
 */
export async function changeOwn(
  work: Work,
  userId: string,
  change: (row: SubscriptionRow | undefined, now: Date) => Promise<RowChange>,
  after?: (row: SubscriptionRow) => Promise<unknown>,
): Promise<Static<typeof SubscriptionRecord>> {
  const { db, clock } = work
  await lockPerson(db, userId)
  const row = await lockNewest(db, userId)
  await refuseOfStore(work, userId, row)
  const now = clock.now()
  const changes = await change(row, now)
  if (row && Object.keys(changes).length > 0) {
    const changed = await updateSubscription(db, row.id, changes, now)
    await after?.(changed)
  }
  return standingOf(work, userId)
}

import { newId } from '../../platform/ids.ts'
import type { Work } from '../../platform/operation/work.ts'
import { portOf } from '../../platform/push/ports.ts'
import { undisturbingFrom } from '../../platform/quiet-hours.ts'
import { insertPushes, type PlannedPush, type PushTarget } from './push-queries.ts'

/**
 * Writes down a message for each device that can be reached: for now, or for the end of its person's quiet hours.
 * @returns the batch to send and when, unless there is nothing.
 */
export async function planPushes(
  { db, clock, services }: Work,
  kind: 'notification' | 'news',
  targets: readonly PushTarget[],
): Promise<{ batchId: string; startAfter: Date } | undefined> {
  const now = clock.now()
  const planned = targets
    .filter(({ platform }) => services.missingSettings(portOf[platform]).length === 0)
    .map((target): PlannedPush => {
      const dueAt = target.is_urgent ? now : undisturbingFrom(now, target)
      return { id: newId(), of: target.id, userId: target.user_id, tokenDigest: target.token_digest, dueAt }
    })
  const batchId = newId()
  const startAfter = await insertPushes(db, { id: batchId, kind }, planned, now)
  return startAfter ? { batchId, startAfter } : undefined
}

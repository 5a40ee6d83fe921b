import { Type } from 'typebox'
import { newId } from '../../platform/ids.ts'
import { Id } from '../../platform/operation/schema.ts'
import type { Work } from '../../platform/operation/work.ts'
import { portOf } from '../../platform/push/ports.ts'
import { pushSender, queueSending } from '../../platform/push/queue.ts'
import { undisturbingFrom } from '../../platform/quiet-hours.ts'
import { forgetTokens } from '../devices/public.ts'
import type { Kind } from './kinds.ts'
import { insertPushes, type PlannedPush, selectMessages, selectTargets } from './push-queries.ts'

/** What is to be shown to somebody, on each of their devices. */
export interface Pushed extends Omit<PlannedPush, 'id' | 'deviceId' | 'platform' | 'dueAt'> {
  kind: Kind | null
  ignoresQuietHours: boolean
}

/**
 * Writes down a message for each device of those who want it there: for now, or for the end of their quiet hours.
 * They are sent once the transaction is committed.
 */
export async function push(work: Work, pushed: readonly Pushed[]): Promise<void> {
  if (pushed.length === 0) return
  const { db, clock, services } = work
  const now = clock.now()
  const byPerson = Map.groupBy(await selectTargets(db, pushed, now), ({ user_id: userId, kind }) =>
    keyOf(userId, kind),
  )
  const planned = pushed.flatMap(({ kind, ignoresQuietHours, ...message }) =>
    (byPerson.get(keyOf(message.userId, kind)) ?? [])
      .filter(({ platform }) => services.missingSettings(portOf[platform]).length === 0)
      .map((target): PlannedPush => {
        const dueAt = ignoresQuietHours ? now : undisturbingFrom(now, target)
        const { device_id: deviceId, platform } = target
        return { ...message, id: newId(), deviceId, platform, dueAt }
      }),
  )
  const batchId = newId()
  const startAfter = await insertPushes(db, batchId, planned, now)
  if (startAfter) await queueSending(work, sendNoticePushes, { batchId }, startAfter)
}

const keyOf = (userId: string, kind: Kind | null) => `${userId} ${kind}`

/** The job: sends the messages of a batch that are due. */
export const sendNoticePushes = pushSender({
  name: 'wellness.send-pushes',
  data: Type.Object({ batchId: Id }),
  table: { name: 'wellness.notice_push', batch: 'batch_id', says: (status) => status },
  batchOf: ({ batchId }) => batchId,
  messages: selectMessages,
  forgetTokens,
})

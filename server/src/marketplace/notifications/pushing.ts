import { newId } from '../../platform/ids.ts'
import type { Work } from '../../platform/operation/work.ts'
import type { Providers } from '../../platform/providers.ts'
import type { PushOutcome } from '../../platform/push/port.ts'
import { portOf, sendPush } from '../../platform/push/ports.ts'
import { type QuietHours, quietUntil } from '../../platform/quiet-hours.ts'
import { forgetTokens } from '../devices/public.ts'
import {
  insertPushes,
  type PlannedPush,
  type PushContent,
  type PushTarget,
  type SettledPush,
  selectNextPush,
  settleTaken,
} from './push-queries.ts'

function quietHoursOf(target: PushTarget): QuietHours | undefined {
  const { timezone, has_quiet_hours: hasQuietHours, is_urgent: isUrgent } = target
  const { quiet_start_minutes: startMinutes, quiet_end_minutes: endMinutes } = target
  if (!hasQuietHours || isUrgent || startMinutes === null || endMinutes === null) return undefined
  return { timezone, startMinutes, endMinutes }
}

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
      const quiet = quietHoursOf(target)
      const dueAt = (quiet && quietUntil(now, quiet)) ?? now
      return { id: newId(), of: target.id, userId: target.user_id, tokenDigest: target.token_digest, dueAt }
    })
  const batchId = newId()
  const startAfter = await insertPushes(db, { id: batchId, kind }, planned, now)
  return startAfter ? { batchId, startAfter } : undefined
}

/** What became of a message that was sent. */
export type Sent = PushOutcome & Pick<PushContent, 'id' | 'tokenDigest'>

/** Sends messages side by side, as many as their push services take. One that cannot be sent holds up no other. */
export const sendAll = (providers: Providers, messages: readonly PushContent[]): Promise<Sent[]> =>
  Promise.all(
    messages.map(async ({ tokenDigest, ...message }) => ({
      id: message.id,
      tokenDigest,
      ...(await sendPush(providers, message)),
    })),
  )

/** Writes down what became of messages that were taken. @returns when the next one is due, if any is left. */
export async function settlePushes(
  { db, clock }: Work,
  batchId: string,
  taken: readonly string[],
  sent: readonly Sent[],
): Promise<Date | null> {
  const outcomes = new Map(sent.map((each) => [each.id, each]))
  const gone = sent.filter(({ outcome }) => outcome === 'gone').map(({ tokenDigest }) => tokenDigest)
  await forgetTokens(db, gone)
  const settled = taken.map((id) => ({ id, ...settledBy(outcomes.get(id)) }))
  await settleTaken(db, settled, clock.now())
  return selectNextPush(db, batchId)
}

/** A message that was not sent is none any more: it was read, taken back, or its device is somebody else's. */
function settledBy(sent: Sent | undefined): Omit<SettledPush, 'id'> {
  switch (sent?.outcome) {
    case 'delivered':
      return { status: 'sent' }
    case 'refused':
      return { status: 'failed', reason: sent.reason }
    case 'later':
      return { status: 'retry', reason: sent.reason, pauseSeconds: sent.retryAfterSeconds }
    case 'unsure':
      return { status: 'retry', reason: sent.reason }
    default:
      return { status: 'gone' }
  }
}

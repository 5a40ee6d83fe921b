import type { Work } from '../../platform/operation/work.ts'
import { notify, retractUnread } from '../notifications/public.ts'
import { inEachLanguage } from '../texts.ts'

// One unread notice of new devices stands in an inbox at most. Its cause says of how many it tells.

const cause = 'new-device:'
/** Causes without a number are of one device. */
const countOf = (sourceEvent: string) => Number(sourceEvent.split(':')[2] ?? 1)

/** Tells a person that their account was used on a device that it was never used on, with those they have yet to read of. */
export async function tellOfNewDevice(work: Work, recipientId: string, sessionId: string): Promise<void> {
  const unread = await retractUnread(work.db, { recipientId, category: 'security', cause }, work.clock.now())
  const count = unread.reduce((sum, sourceEvent) => sum + countOf(sourceEvent), 1)
  await notify(work, [
    {
      recipientId,
      actorId: null,
      category: 'security',
      sourceEvent: `${cause}${sessionId}:${count}`,
      reference: { model: 'session', id: sessionId },
      title: inEachLanguage(({ security }) => security.newDevice.title(count)),
      message: inEachLanguage(({ security }) => security.newDevice.message(count)),
    },
  ])
}

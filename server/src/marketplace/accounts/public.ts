import { endSessions } from '../../platform/identity/sessions.ts'
import type { Work } from '../../platform/operation/work.ts'
import { changeUser } from '../users/public.ts'
import { dropDeviceTokens } from './queries.ts'

/** Suspends an account: its sessions end now, nobody sees it any more, and its owner is told why. */
export async function suspendPerson(work: Work, id: string, reason: string): Promise<void> {
  const { db, clock } = work
  const change = { status: 'suspended', suspension_reason: reason } as const
  const { name, email } = await changeUser(db, id, change, clock.now())
  await endSessions(work, { realm: 'marketplace', id })
  await dropDeviceTokens(db, id, null)
  if (email !== null)
    await work.mail({
      to: email,
      subject: 'Your account is suspended',
      text: `Hello ${name},\n\nyour account is suspended, for this reason:\n\n${reason}\n`,
    })
}

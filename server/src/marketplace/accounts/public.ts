import { endSessions } from '../../platform/identity/sessions.ts'
import type { Work } from '../../platform/operation/work.ts'
import { textsIn } from '../texts.ts'
import { changeUser } from '../users/public.ts'
import { greetingTo } from './greeting.ts'
import { dropDeviceTokens } from './queries.ts'

/** Suspends an account: its sessions end now, nobody sees it any more, and its owner is told why. */
export async function suspendPerson(work: Work, id: string, reason: string): Promise<void> {
  const { db, clock } = work
  const change = { status: 'suspended', suspension_reason: reason } as const
  const person = await changeUser(db, id, change, clock.now())
  await signOut(work, id)
  const { suspended } = textsIn(person.language)
  if (person.email !== null)
    await work.mail({
      to: person.email,
      subject: suspended.subject,
      text: `${greetingTo(person)}${suspended.text(reason)}`,
    })
}

/** Closes an account for good: nobody signs in to it, and nobody sees it or what it offers. */
export async function closeAccount(work: Work, id: string): Promise<void> {
  const at = work.clock.now()
  await changeUser(work.db, id, { status: 'deleted', deleted_at: at, password_hash: null }, at)
  await signOut(work, id)
}

async function signOut(work: Work, id: string): Promise<void> {
  await endSessions(work, { realm: 'marketplace', id })
  await dropDeviceTokens(work.db, id, null)
}

import { endSessions } from '../../platform/identity/sessions.ts'
import { languageOf } from '../../platform/language.ts'
import type { Work } from '../../platform/operation/work.ts'
import { dropDeviceTokens } from '../devices/public.ts'
import { textsIn } from '../texts.ts'
import { decisionLink } from '../trust/public.ts'
import { changeUser, type LeavingContent, lockUser, type UserRow } from '../users/public.ts'
import { greetingTo } from './greeting.ts'
import { deleteIdentities } from './identity-queries.ts'
import { hasLeft, isLeaving, returnableForMs } from './restoration.ts'
import { unsuspended } from './suspension.ts'

export { accountReclaimed, guestLeft } from './announcements.ts'
export { greetingTo } from './greeting.ts'
export { insertPastGuest } from './past-guests.ts'
export { personalData } from './personal-data.ts'
export { reauthRequired } from './problems.ts'
export { hasLeft, returnableForMs } from './restoration.ts'
export { warnOwner } from './security.ts'
export { signInLimit } from './sign-in.ts'
export { NewAccount, signedUp, signingUp, signUp } from './signing-up.ts'
export { termsVersion } from './terms.ts'

/** What suspends somebody. */
interface Suspension {
  /** What its owner is told. */
  reason: string
  decisionId: string
  /** Null for good. */
  until: Date | null
}

/**
 * Suspends an account: its sessions end now, nobody sees it any more, and its owner is told why and how to appeal.
 * Who is about to leave stays so until they come back; who has left is let be.
 */
export async function suspendPerson(work: Work, id: string, suspension: Suspension): Promise<void> {
  const { db, clock } = work
  const { reason, decisionId, until } = suspension
  const before = await lockUser(db, id)
  if (!before || hasLeft(before)) return
  const person = await changeUser(
    db,
    id,
    {
      status: isLeaving(before) ? before.status : 'suspended',
      suspension_reason: reason,
      suspended_by_decision: decisionId,
      suspended_until: until,
    },
    clock.now(),
  )
  await signOut(work, id)
  const { suspended } = textsIn(person.language)
  if (person.email !== null)
    await work.mail({
      to: person.email,
      subject: suspended.subject,
      text: `${greetingTo(person)}${suspended.text(reason, decisionLink(work, decisionId))}`,
    })
}

/** Ends a suspension, also of somebody who is about to leave: they stay so, and come back without it. */
export async function reinstatePerson(work: Pick<Work, 'db' | 'clock'>, id: string): Promise<void> {
  const person = await lockUser(work.db, id)
  if (!person || (person.status !== 'suspended' && !isLeaving(person))) return
  const status = isLeaving(person) ? person.status : 'active'
  await changeUser(work.db, id, { status, ...unsuspended }, work.clock.now())
}

/** Closes an account for good: nobody signs in to it, and nobody sees it or what it offers. */
export async function closeAccount(work: Work, id: string): Promise<void> {
  const at = work.clock.now()
  await changeUser(work.db, id, { status: 'deleted', deleted_at: at, password_hash: null }, at)
  await deleteIdentities(work.db, id)
  await signOut(work, id)
}

/**
 * Begins to delete an account: from now on nobody sees it, its sessions are over, and its owner is told until when
 * signing in brings it back. The row is locked.
 */
export async function beginLeaving(
  work: Work,
  user: UserRow,
  content: LeavingContent,
): Promise<{ leavesAt: Date }> {
  const { db, clock } = work
  const leavesAt = new Date(clock.now().getTime() + returnableForMs)
  const change = { status: 'pending_deletion', leaves_at: leavesAt, leaves_content: content } as const
  await changeUser(db, user.id, change, clock.now())
  await signOut(work, user.id)
  const { begun } = textsIn(user.language).leaving
  const date = new Intl.DateTimeFormat(languageOf(user.language), {
    dateStyle: 'long',
    timeZone: user.timezone,
  }).format(leavesAt)
  if (user.email !== null)
    await work.mail({
      to: user.email,
      subject: begun.subject,
      text: `${greetingTo(user)}${begun.text(date)}`,
    })
  return { leavesAt }
}

async function signOut(work: Work, id: string): Promise<void> {
  await endSessions(work, { realm: 'marketplace', id })
  await dropDeviceTokens(work.db, id, null)
}

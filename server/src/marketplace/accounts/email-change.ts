import { hours } from '../../platform/clock.ts'
import { violates } from '../../platform/db/failures.ts'
import type { Asker } from '../../platform/identity/askers.ts'
import { type Budget, countAttempt } from '../../platform/identity/attempts.ts'
import { askForCode } from '../../platform/identity/code-flow.ts'
import { canonicalEmail } from '../../platform/identity/email.ts'
import { tooManyAttempts } from '../../platform/identity/problems.ts'
import { endResetTokens } from '../../platform/identity/reset-tokens.ts'
import type { Problem } from '../../platform/operation/problem.ts'
import type { Work } from '../../platform/operation/work.ts'
import { countInvite } from '../invites/public.ts'
import { addressChangesPerHour } from '../limits.ts'
import { inEachLanguage } from '../texts.ts'
import { changeUser, selectUserByEmail, type UserChange, type UserRow } from '../users/public.ts'
import { codes } from './codes.ts'
import { takenAt } from './problems.ts'
import { warnOwner } from './security.ts'

/** Wishes of an account for another address. */
const wishes: Budget = {
  name: 'marketplace change-email',
  max: addressChangesPerHour,
  windowMs: hours(1),
  refusal: tooManyAttempts,
}

/** Counts a wish to change the address, and looks whether it can be had. Return the problem, do not throw it. */
export async function refuseEmailChange(
  work: Work,
  userId: string,
  email: string,
): Promise<Problem | undefined> {
  const refusal = await countAttempt(work, wishes, userId)
  if (refusal) return refusal
  const holder = await selectUserByEmail(work.db, canonicalEmail(email))
  return holder && holder.id !== userId ? takenAt('body.email') : undefined
}

/** Whether an address is neither the account's own nor the one that it is about to change to. */
export function isAnother({ email, pending_email }: UserRow, wished: string): boolean {
  const canonical = canonicalEmail(wished)
  return [email, pending_email].every((known) => known === null || canonicalEmail(known) !== canonical)
}

/**
 * Begins a change of address: a code to the new one, a word to the old one. The present address
 * stays until the code comes back; asking for it again drops the change.
 */
export async function beginEmailChange(
  work: Work,
  user: UserRow,
  { email, asker }: { email: string; asker: Asker },
): Promise<UserChange> {
  const canonical = canonicalEmail(email)
  if (user.email !== null && canonicalEmail(user.email) === canonical)
    return user.pending_email === null ? {} : { pending_email: null }
  const { language } = user
  const to = { id: user.id, email }
  await askForCode(work, codes, { purpose: 'change_email', email, to, asker, language })
  if (user.pending_email !== null && canonicalEmail(user.pending_email) === canonical) return {}
  await warnOwner(work, user, {
    sourceEvent: `email-change:${user.id}:${user.version + 1}`,
    title: inEachLanguage(({ security }) => security.emailChange.title),
    message: inEachLanguage(({ security }) => security.emailChange.message(email)),
  })
  return { pending_email: email }
}

/** Makes the confirmed address the account's own. @throws EMAIL_TAKEN when another account was faster. */
export async function adoptEmail(work: Work, user: UserRow): Promise<void> {
  const email = user.pending_email ?? ''
  try {
    await changeUser(
      work.db,
      user.id,
      { email, email_canonical: canonicalEmail(email), pending_email: null, is_verified: true },
      work.clock.now(),
    )
    await countInvite(work, user.id)
    // Whoever reads the mail of the former address proved that one.
    await endResetTokens(work, { realm: 'marketplace', id: user.id })
  } catch (error) {
    if (violates(error, 'users_email')) throw takenAt('body.email')
    throw error
  }
}

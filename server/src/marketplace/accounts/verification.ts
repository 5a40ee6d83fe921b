import { createHmac } from 'node:crypto'
import { minutes } from '../../platform/clock.ts'
import {
  canonicalEmail,
  otpExpired,
  otpInvalid,
  otpLocked,
  type Person,
  tooManyAttempts,
} from '../../platform/identity/identity.ts'
import type { Problem } from '../../platform/operation/problem.ts'
import type { Work } from '../../platform/operation/work.ts'

/** Why a code is sent; each purpose has one live code at a time. */
export type CodePurpose = 'verify' | 'reset' | 'change_email'

const subjects: Record<CodePurpose, string> = {
  verify: 'Your Plaza verification code',
  reset: 'Reset your Plaza password',
  change_email: 'Confirm your new e-mail address',
}

/** More wrong codes than one code allows, so that asking for new ones does not buy tries for ever. */
const tries = { max: 20, windowMs: minutes(60) }

/** What the counter of failed sign-ins of an address is called. */
export const loginAttempts = (email: string): string => `marketplace login ${email}`

/** A code proves the address it went to and no other, so the address is part of its purpose. */
const purposeFor = (purpose: CodePurpose, email: string) => `${purpose} ${canonicalEmail(email)}`

/** Whose code of an address is meant. Without an account nobody's, yet everything else goes the same way. */
function personOf({ services }: Work, email: string, userId: string | undefined): Person {
  if (userId !== undefined) return { realm: 'marketplace', subjectId: userId }
  const hex = createHmac('sha256', services.settings.signingSecret)
    .update(`nobody\n${canonicalEmail(email)}`)
    .digest('hex')
  const subjectId = hex.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return { realm: 'marketplace', subjectId }
}

interface Sending {
  expiresAt: Date
  /** From when on asking again sends a mail again. */
  resendAt: Date
}

/** Mails a person the code of a purpose, at most once a minute. */
export async function sendCode(
  work: Work,
  user: { id: string; email: string; name: string },
  purpose: CodePurpose,
): Promise<Sending> {
  const { code, isDue, ...sending } = await work.services.identity.codeToSend(
    work,
    { realm: 'marketplace', subjectId: user.id },
    purposeFor(purpose, user.email),
  )
  if (isDue)
    await work.mail({
      to: user.email,
      subject: subjects[purpose],
      text: `Hello ${user.name},\n\nyour code is ${code}. It is valid for ten minutes.\n\nIf you did not ask for it, nothing needs to be done.\n`,
    })
  return sending
}

/** Does what `sendCode` does for an address that has no account, short of the mail. */
export function pretendToSendCode(work: Work, email: string, purpose: CodePurpose): Promise<Sending> {
  return work.services.identity.codeToSend(work, personOf(work, email, undefined), purposeFor(purpose, email))
}

/**
 * Tries the code that was sent to an address. Return the problem, do not throw it: the try counts.
 * @returns undefined when the code is right; it is used up then.
 */
export async function refuseCode(
  work: Work,
  {
    email,
    code,
    purpose,
    userId,
    takenBy,
  }: {
    email: string
    code: string
    purpose: CodePurpose
    userId: string | undefined
    /** Whose code it was if it is a repeat of one that was right, which is right again. */
    takenBy?: string | undefined
  },
): Promise<Problem | undefined> {
  const { identity } = work.services
  const purposeOf = purposeFor(purpose, email)
  const attempts = `marketplace code ${purposeOf}`
  const wait = await identity.countAttempt(work, attempts, tries)
  if (wait !== undefined) return tooManyAttempts({ retryAfterSeconds: wait })
  if (takenBy && (await identity.hasTaken(work, personOf(work, email, takenBy), purposeOf, code)))
    return undefined
  const check = await identity.tryCode(work, personOf(work, email, userId), purposeOf, code)
  if (check === 'locked') return otpLocked()
  if (check === 'expired') return otpExpired()
  if (check !== 'right') return otpInvalid({ details: { triesLeft: check.triesLeft } })
  // A lucky guess at nobody's code opens nothing.
  if (userId === undefined) return otpInvalid({ details: { triesLeft: 0 } })
  await identity.forgetAttempts(work, attempts)
  return undefined
}

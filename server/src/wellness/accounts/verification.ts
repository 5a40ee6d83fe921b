import { createHash } from 'node:crypto'
import { type Static, Type } from 'typebox'
import { minutes } from '../../platform/clock.ts'
import { canonicalEmail } from '../../platform/identity/email.ts'
import { rememberDevice } from '../../platform/identity/known-devices.ts'
import { nobodysId } from '../../platform/identity/person.ts'
import { newResetToken } from '../../platform/identity/reset-tokens.ts'
import { renewSession, type SignedIn, type Tokens } from '../../platform/identity/sessions.ts'
import { Shown } from '../../platform/operation/schema.ts'
import type { Work } from '../../platform/operation/work.ts'
import { recordConsents } from '../content/public.ts'
import { notify } from '../notifications/public.ts'
import { textsIn } from '../texts.ts'
import { accountOpened } from './announcements.ts'
import {
  type AttemptRow,
  activateUser,
  insertVerification,
  selectVerification,
  type UserRow,
} from './queries.ts'
import { deviceFields, OwnAccount, presentAccount, presentSignIn, tokenFields } from './shapes.ts'

/** For how long a phone that lost the answer to its verification gets it again. */
export const verificationKept = minutes(5)

/** What a verified address gets. */
export const Opened = Type.Object({
  ...tokenFields,
  ...deviceFields,
  user: OwnAccount,
  mustSetPassword: Type.Optional(Type.Boolean()),
  resetToken: Type.Optional(Shown('b0s7QKQm2uXk2mWq9')),
})

/** The reply; whoever did not type the password gets to set one. */
export async function presentOpened(
  work: Work,
  user: UserRow,
  signedIn: Tokens & Pick<SignedIn, 'deviceSecret'>,
  mustSetPassword: boolean,
): Promise<Static<typeof Opened>> {
  const opened = { ...presentSignIn(signedIn), user: presentAccount(user) }
  if (!mustSetPassword) return opened
  const resetToken = await newResetToken(work, { realm: 'wellness-user', id: user.id })
  return { ...opened, mustSetPassword, resetToken }
}

/** What makes two verifications the same one. */
export interface VerificationRequest {
  requestId: string | undefined
  email: string
  otp: string
  deviceId: string | null
}

const fingerprintOf = ({ email, otp, deviceId }: VerificationRequest) =>
  createHash('sha256')
    .update(JSON.stringify([canonicalEmail(email), otp, deviceId]))
    .digest()

/** Keeps how an account was opened, if the request can be recognised when it comes again. */
export async function rememberVerification(
  work: Work,
  request: VerificationRequest,
  opened: { userId: string; sessionId: string; mustSetPassword: boolean },
): Promise<void> {
  const { requestId } = request
  if (requestId === undefined) return
  const at = work.clock.now()
  await insertVerification(work.db, { ...opened, requestId, fingerprint: fingerprintOf(request), at })
}

/** @returns new tokens for the session that the same request opened a moment ago; undefined for any other request. */
export async function reopen(
  work: Work,
  user: UserRow | undefined,
  request: VerificationRequest,
  secret: string | undefined,
): Promise<Static<typeof Opened> | undefined> {
  if (request.requestId === undefined) return undefined
  const since = new Date(work.clock.now().getTime() - verificationKept)
  const known = await selectVerification(work.db, user?.id ?? nobodysId, since)
  if (!user || known?.request_id !== request.requestId || !known.fingerprint.equals(fingerprintOf(request)))
    return undefined
  const person = { realm: 'wellness-user', id: user.id } as const
  const renewed = await renewSession(work, person, known.session_id)
  if (!renewed) return undefined
  const deviceSecret = await rememberDevice(work, person, secret)
  return presentOpened(work, user, { ...renewed, deviceSecret }, known.must_set_password)
}

/**
 * Opens the account of a proved address as one of its sign-ups asked for it, and greets its owner.
 * The password of that sign-up is kept only if it was theirs beyond doubt.
 */
export async function openAccount(
  work: Work,
  userId: string,
  attempt: AttemptRow,
  keepsPassword: boolean,
): Promise<UserRow> {
  const at = work.clock.now()
  const user = await activateUser(work.db, { userId, attemptId: attempt.id, keepsPassword, at })
  if (!user) throw new Error('a sign-up vanished while its account was locked')
  await recordConsents(work.db, {
    userId,
    contentIds: attempt.accepted_content_ids,
    at: attempt.created_at,
  })
  const { referred_by_id: referrerId, device_id: deviceId } = attempt
  await work.announce(accountOpened, { userId, referrerId, deviceId })
  await welcome(work, user)
  return user
}

/** By mail and in the inbox. */
async function welcome(work: Work, user: UserRow): Promise<void> {
  const { subject, text, title, message } = textsIn(user.language).welcome
  await work.mail({ to: user.email, subject, text: text(user.name) })
  await notify(work, [
    {
      userId: user.id,
      category: 'SYSTEM',
      sourceEvent: `welcome:${user.id}`,
      title: title(user.name),
      message,
    },
  ])
}

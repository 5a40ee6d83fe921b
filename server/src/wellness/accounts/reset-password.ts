import { Type } from 'typebox'
import { askerOf, checkNetwork, spendNetwork } from '../../platform/identity/askers.ts'
import { tryCode, withdrawCode } from '../../platform/identity/code-flow.ts'
import { canonicalEmail } from '../../platform/identity/email.ts'
import { isGuessable } from '../../platform/identity/guessable.ts'
import { forgetDevices, rememberDevice, ShownDeviceSecret } from '../../platform/identity/known-devices.ts'
import { forgetPasswordTries } from '../../platform/identity/password-tries.ts'
import { hashReplacement } from '../../platform/identity/passwords.ts'
import { otpInvalid, otpLocked } from '../../platform/identity/problems.ts'
import { endResetTokens, takeResetToken } from '../../platform/identity/reset-tokens.ts'
import { endSessions } from '../../platform/identity/sessions.ts'
import type { RequestFacts } from '../../platform/operation/caller.ts'
import { operation } from '../../platform/operation/operation.ts'
import { invalidField, Problem } from '../../platform/operation/problem.ts'
import { Email, Verbatim } from '../../platform/operation/schema.ts'
import type { Work } from '../../platform/operation/work.ts'
import { stranger } from '../access.ts'
import { dropPushTokens } from '../devices/public.ts'
import { textsIn } from '../texts.ts'
import { codes } from './codes.ts'
import {
  codeExpired,
  passwordReused,
  passwordsDiffer,
  resetTokenInvalid,
  weakAt,
  weakPassword,
} from './problems.ts'
import {
  type CredentialRow,
  lockUser,
  lockUserByEmail,
  replacePassword,
  selectAttempts,
  type UserRow,
} from './queries.ts'
import { deviceFields, Otp, otpText } from './shapes.ts'
import { signInLimit } from './sign-in.ts'
import { openAccount } from './verification.ts'

const passwordsRemembered = 4

export const resetPassword = operation({
  key: 'U6',
  source: 'named in the specification with POST; path, fields and reply chosen here',
  method: 'POST',
  path: '/user/reset-password',
  summary: 'Set a new password with a mailed code, and end all sessions',
  access: stranger,
  body: Type.Object({
    email: Email,
    otp: Type.Optional(Otp),
    resetToken: Type.Optional(Verbatim(16, 128, { example: 'b0s7QKQm2uXk2mWq9' })),
    newPassword: Verbatim(8, 128, { example: 'correct horse battery' }),
    confirmPassword: Type.Optional(Verbatim(1, 128, { example: 'correct horse battery' })),
    deviceSecret: ShownDeviceSecret,
  }),
  replies: { 200: { message: 'Password changed successfully', data: Type.Object(deviceFields) } },
  problems: [
    otpInvalid,
    codeExpired,
    otpLocked,
    resetTokenInvalid,
    weakPassword,
    passwordReused,
    passwordsDiffer,
  ],
  credentials: { realm: 'wellness-user', hashesPassword: true },

  async handle({ body, request, ...work }) {
    const { newPassword, confirmPassword } = body
    if (confirmPassword !== undefined && confirmPassword !== newPassword) throw passwordsDiffer()
    if (isGuessable(newPassword, body.email)) throw weakAt('body.newPassword')
    const owner = await proveOwnership(work, { ...body, request })
    if (owner instanceof Problem) return owner
    const user = owner.status === 'UNVERIFIED' ? await openNewest(work, owner.id) : owner
    // The newest stands first.
    const known = [owner.password_hash, ...owner.earlier_password_hashes].filter((hash) => hash !== null)
    await replacePassword(work.db, {
      userId: user.id,
      passwordHash: await hashReplacement(newPassword, known, passwordReused),
      earlier: known.slice(0, passwordsRemembered),
      at: work.clock.now(),
    })
    const person = { realm: 'wellness-user', id: user.id } as const
    await endResetTokens(work, person)
    await withdrawCode(work, codes, 'reset', user)
    await endSessions(work, person)
    await dropPushTokens(work.db, user.id, null)
    await forgetPasswordTries(work, signInLimit, canonicalEmail(user.email))
    await forgetDevices(work, person)
    const { subject, text } = textsIn(user.language).passwordChanged
    await work.mail({ to: user.email, subject, text: text(user.name) })
    return { deviceSecret: await rememberDevice(work, person, body.deviceSecret) }
  },
})

/** Whoever reads the mail to an address has proved it, so its account begins as the latest sign-up asked for. */
async function openNewest(work: Work, userId: string): Promise<UserRow> {
  const [newest] = await selectAttempts(work.db, userId, { at: work.clock.now() })
  if (!newest) throw codeExpired()
  return openAccount(work, userId, newest, false)
}

interface Proof {
  email: string
  otp?: string | number
  resetToken?: string
  deviceSecret?: string
  request: RequestFacts
}

/** @returns the locked account, or the refusal to return. */
async function proveOwnership(
  work: Work,
  { email, otp, resetToken, deviceSecret, request }: Proof,
): Promise<CredentialRow | Problem> {
  if (resetToken !== undefined) {
    const userId = await takeResetToken(work, 'wellness-user', resetToken)
    const owner = userId === undefined ? undefined : await lockUser(work.db, userId)
    if (!owner || canonicalEmail(owner.email) !== canonicalEmail(email)) throw resetTokenInvalid()
    return owner
  }
  if (otp === undefined) throw invalidField('body.otp', 'required', 'send the code or a reset token')
  const user = await lockUserByEmail(work.db, canonicalEmail(email))
  const asker = await askerOf(work, { realm: 'wellness-user', id: user?.id }, { request, deviceSecret })
  await checkNetwork(work, request, asker)
  const given = { purpose: 'reset', email, code: otpText(otp), asker } as const
  const owner = await tryCode(work, codes, given, user)
  await spendNetwork(work, request, asker)
  return owner
}

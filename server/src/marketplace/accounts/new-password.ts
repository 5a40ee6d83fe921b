import { withdrawCode } from '../../platform/identity/code-flow.ts'
import { canonicalEmail } from '../../platform/identity/email.ts'
import { isGuessable } from '../../platform/identity/guessable.ts'
import { forgetDevices, rememberDevice } from '../../platform/identity/known-devices.ts'
import { forgetPasswordTries } from '../../platform/identity/password-tries.ts'
import { hashReplacement } from '../../platform/identity/passwords.ts'
import { endResetTokens, takeResetToken } from '../../platform/identity/reset-tokens.ts'
import { endSessions } from '../../platform/identity/sessions.ts'
import { atField } from '../../platform/operation/problem.ts'
import type { Work } from '../../platform/operation/work.ts'
import { dropDeviceTokens, dropDeviceTokensBut } from '../devices/public.ts'
import { countInvite } from '../invites/public.ts'
import { inEachLanguage } from '../texts.ts'
import { changeUser, lockUser, type UserRow } from '../users/public.ts'
import { codes } from './codes.ts'
import { deleteIdentities } from './identity-queries.ts'
import { passwordReused, resetTokenInvalid, weakAt } from './problems.ts'
import { warnOwner } from './security.ts'
import { signInLimit } from './sign-in.ts'
import { providerNames } from './social-ports.ts'

interface NewPassword {
  password: string
  /** Where it stands in the request. */
  field: string
  /** The only session that stays; none unless said. */
  exceptSession?: string
  deviceSecret: string | undefined
}

/**
 * Gives an account another password. What was handed out under the former one ends, an address that waits to become the
 * account's as well, and its owner is told. A reset ends what was linked, too.
 * @returns the secret of the device that it was done on.
 * @throws PASSWORD_WEAK or PASSWORD_REUSED
 */
export async function setPassword(
  work: Work,
  user: UserRow,
  { password, field, exceptSession, deviceSecret }: NewPassword,
): Promise<string> {
  if (isGuessable(password, user.email ?? '', user.name)) throw weakAt(field)
  const passwordHash = await hashReplacement(password, [user.password_hash], () =>
    passwordReused(atField(field, 'new', 'is the present password')),
  )
  const change = { password_hash: passwordHash, pending_email: null }
  const changed = await changeUser(work.db, user.id, change, work.clock.now())
  const person = { realm: 'marketplace', id: user.id } as const
  await endResetTokens(work, person)
  if (user.email !== null) {
    await withdrawCode(work, codes, 'reset', { id: user.id, email: user.email })
    await forgetPasswordTries(work, signInLimit, canonicalEmail(user.email))
  }
  if (user.pending_email !== null)
    await withdrawCode(work, codes, 'change_email', { id: user.id, email: user.pending_email })
  await endSessions(work, person, exceptSession)
  if (exceptSession === undefined) await dropDeviceTokens(work.db, user.id, null)
  else await dropDeviceTokensBut(work.db, user.id, exceptSession)
  await forgetDevices(work, person)
  const secret = await rememberDevice(work, person, deviceSecret)
  // Whoever forgot the password, or had it guessed, cannot tell who linked what.
  const unlinked = exceptSession === undefined ? await deleteIdentities(work.db, user.id) : []
  const named = unlinked.map((provider) => providerNames[provider]).join(', ')
  await warnOwner(work, user, {
    sourceEvent: `password-reset:${user.id}:${changed.version}`,
    title: inEachLanguage(({ security }) => security.passwordChanged.title),
    message: inEachLanguage(({ security }) =>
      exceptSession === undefined ? security.passwordReset.message(named) : security.passwordChanged.message,
    ),
  })
  return secret
}

/** The same for whoever has a reset token, which is used up. @throws RESET_TOKEN_INVALID besides */
export async function resetWithToken(
  work: Work,
  token: string,
  given: Omit<NewPassword, 'exceptSession' | 'field'>,
): Promise<string> {
  // Refusals are thrown: a password that is not good enough must not cost the token.
  const userId = await takeResetToken(work, 'marketplace', token)
  const user = userId === undefined ? undefined : await lockUser(work.db, userId)
  if (!user || user.email === null || user.status === 'deleted') throw resetTokenInvalid()
  const owner = user.is_verified ? user : await proveAddress(work, user)
  return setPassword(work, owner, { ...given, field: 'body.password' })
}

/** The mail proved the address. */
async function proveAddress(work: Work, { id }: UserRow): Promise<UserRow> {
  const proved = await changeUser(work.db, id, { is_verified: true }, work.clock.now())
  await countInvite(work, id)
  return proved
}

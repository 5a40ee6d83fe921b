import { Type } from 'typebox'
import { withdrawCode } from '../../platform/identity/code-flow.ts'
import { canonicalEmail } from '../../platform/identity/email.ts'
import { isGuessable } from '../../platform/identity/guessable.ts'
import { forgetDevices, rememberDevice, ShownDeviceSecret } from '../../platform/identity/known-devices.ts'
import { forgetPasswordTries } from '../../platform/identity/password-tries.ts'
import { hashReplacement } from '../../platform/identity/passwords.ts'
import { endResetTokens, takeResetToken } from '../../platform/identity/reset-tokens.ts'
import { endSessions } from '../../platform/identity/sessions.ts'
import { operation } from '../../platform/operation/operation.ts'
import { atField } from '../../platform/operation/problem.ts'
import { Verbatim } from '../../platform/operation/schema.ts'
import { anyone } from '../access.ts'
import { inEachLanguage } from '../texts.ts'
import { changeUser, lockUser } from '../users/public.ts'
import { codes } from './codes.ts'
import { passwordReused, passwordWeak, resetTokenInvalid, weakAt } from './problems.ts'
import { dropDeviceTokens } from './queries.ts'
import { warnOwner } from './security.ts'
import { deviceFields } from './shapes.ts'
import { signInLimit } from './sign-in.ts'

export const resetPassword = operation({
  key: 'M5',
  source: 'named in the specification; path and shapes chosen here',
  method: 'POST',
  path: '/usr-mgt/reset-password',
  summary: 'Set a new password with a reset token; every session ends',
  tag: 'users',
  access: anyone,
  body: Type.Object({
    reset_token: Verbatim(1, 200, { example: 'b0s7QKQm2u' }),
    password: Verbatim(8, 128, { example: 'correct horse battery' }),
    device_secret: ShownDeviceSecret,
  }),
  replies: {
    200: {
      message: 'Password changed successfully. Sign in again.',
      data: Type.Object({ sessions_ended: Type.Boolean(), ...deviceFields }),
    },
  },
  problems: [resetTokenInvalid, passwordWeak, passwordReused],
  credentials: { realm: 'marketplace', hashesPassword: true },

  async handle({ body, ...work }) {
    // Refusals are thrown: a password that is not good enough must not cost the token.
    const userId = await takeResetToken(work, 'marketplace', body.reset_token)
    const user = userId === undefined ? undefined : await lockUser(work.db, userId)
    if (!user || user.email === null || user.status === 'deleted') throw resetTokenInvalid()
    if (isGuessable(body.password, user.email, user.name)) throw weakAt('body.password')
    const passwordHash = await hashReplacement(body.password, [user.password_hash], () =>
      passwordReused(atField('body.password', 'new', 'is the present password')),
    )
    const changed = await changeUser(work.db, user.id, { password_hash: passwordHash }, work.clock.now())
    const person = { realm: 'marketplace', id: user.id } as const
    await endResetTokens(work, person)
    await withdrawCode(work, codes, 'reset', { id: user.id, email: user.email })
    await endSessions(work, person)
    await dropDeviceTokens(work.db, user.id, null)
    await forgetPasswordTries(work, signInLimit, canonicalEmail(user.email))
    await forgetDevices(work, person)
    const deviceSecret = await rememberDevice(work, person, body.device_secret)
    await warnOwner(work, user, {
      sourceEvent: `password-reset:${user.id}:${changed.version}`,
      title: inEachLanguage(({ security }) => security.passwordReset.title),
      message: inEachLanguage(({ security }) => security.passwordReset.message),
    })
    return { sessions_ended: true, device_secret: deviceSecret }
  },
})

import { Type } from 'typebox'
import { canonicalEmail } from '../../platform/identity/email.ts'
import { ShownDeviceSecret } from '../../platform/identity/known-devices.ts'
import { tryPassword } from '../../platform/identity/password-tries.ts'
import { tooManyAttempts } from '../../platform/identity/problems.ts'
import { operation } from '../../platform/operation/operation.ts'
import { atField, Problem, sessionRevoked } from '../../platform/operation/problem.ts'
import { Verbatim } from '../../platform/operation/schema.ts'
import { member } from '../access.ts'
import { lockUser } from '../users/public.ts'
import { setPassword } from './new-password.ts'
import { invalidCredentials, noPasswordSet, passwordReused, passwordWeak } from './problems.ts'
import { deviceFields } from './shapes.ts'
import { signInLimit } from './sign-in.ts'

export const changeToolPassword = operation({
  key: 'M122',
  source: 'named in the specification; fields and reply chosen here',
  method: 'POST',
  path: '/user-tools/change-password',
  summary: 'Change your password; this session stays, and all your others end',
  tag: 'users',
  access: member,
  body: Type.Object({
    current_password: Verbatim(1, 128, { example: 'correct horse battery' }),
    new_password: Verbatim(8, 128, { example: 'staple the battery horse' }),
    device_secret: ShownDeviceSecret,
  }),
  replies: {
    200: {
      message: 'Password changed successfully',
      data: Type.Object({ sessions_ended: Type.Boolean(), ...deviceFields }),
    },
  },
  problems: [invalidCredentials, passwordWeak, passwordReused, noPasswordSet, tooManyAttempts],
  credentials: { realm: 'marketplace', hashesPassword: true },

  async handle({ body, caller, request, ...work }) {
    const user = await lockUser(work.db, caller.id)
    if (!user) throw sessionRevoked()
    if (user.password_hash === null) throw noPasswordSet()
    const tried = await tryPassword(work, {
      limit: signInLimit,
      email: canonicalEmail(user.email ?? user.id),
      password: body.current_password,
      account: { id: user.id, hash: user.password_hash },
      request,
      deviceSecret: undefined,
      caller,
    })
    // Returned, not thrown: a wrong try counts.
    if (tried instanceof Problem) return tried
    if (!tried.isRight)
      return invalidCredentials(atField('body.current_password', 'right', 'is not your password'))
    await tried.forgive()
    const secret = await setPassword(work, user, {
      password: body.new_password,
      field: 'body.new_password',
      exceptSession: caller.sessionId,
      deviceSecret: body.device_secret,
    })
    return { sessions_ended: true, device_secret: secret }
  },
})

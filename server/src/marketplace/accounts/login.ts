import { Type } from 'typebox'
import { canonicalEmail } from '../../platform/identity/email.ts'
import { ShownDeviceSecret } from '../../platform/identity/known-devices.ts'
import { tryPassword } from '../../platform/identity/password-tries.ts'
import { tooManyAttempts } from '../../platform/identity/problems.ts'
import { operation } from '../../platform/operation/operation.ts'
import { Problem } from '../../platform/operation/problem.ts'
import { Email, Nullable, Verbatim } from '../../platform/operation/schema.ts'
import { stranger } from '../access.ts'
import { OwnUser, presentOwnUser, selectUserByEmail } from '../users/public.ts'
import { tellOfNewDevice } from './new-device.ts'
import { accountSuspended, invalidCredentials } from './problems.ts'
import { comeBack, isLeaving } from './restoration.ts'
import { deviceFields, presentSignIn, tokenFields } from './shapes.ts'
import { signIn, signInLimit } from './sign-in.ts'
import { suspensionOf } from './suspension.ts'

export const login = operation({
  key: 'M2',
  source: 'named in the specification; path and shapes chosen here',
  method: 'POST',
  path: '/usr-mgt/login',
  summary: 'Sign in with e-mail address and password; an account that is being deleted comes back',
  tag: 'users',
  access: stranger,
  body: Type.Object({
    email: Email,
    password: Verbatim(1, 128, { example: 'correct horse battery' }),
    fcm_token: Type.Optional(Nullable(Verbatim(1, 4096, { example: 'fMb0:APA91bE' }))),
    device_id: Type.Optional(Verbatim(1, 128, { example: 'phone-7f3a' })),
    device_secret: ShownDeviceSecret,
  }),
  replies: {
    200: {
      message: 'Signed in successfully',
      data: Type.Object({ user: OwnUser, ...tokenFields, ...deviceFields }),
    },
  },
  problems: [invalidCredentials, accountSuspended, tooManyAttempts],
  isAlwaysOpen: true,
  credentials: { realm: 'marketplace', hashesPassword: true, refreshCookie: true },

  async handle({ body, request, ...work }) {
    const email = canonicalEmail(body.email)
    const found = await selectUserByEmail(work.db, email)
    const tried = await tryPassword(work, {
      limit: signInLimit,
      email,
      password: body.password,
      account: found && { id: found.id, hash: found.password_hash },
      request,
      deviceSecret: body.device_secret,
    })
    if (tried instanceof Problem) return tried
    if (!tried.isRight || !found) return invalidCredentials()
    const back = await comeBack(work, found)
    if (!back && isLeaving(found)) return invalidCredentials()
    const user = back ?? found
    if (user.status !== 'active') return accountSuspended({ details: suspensionOf(work, user) })
    await tried.forgive()
    const signedIn = await signIn(work, user.id, { ...body, request })
    if (signedIn.isNewDevice) await tellOfNewDevice(work, user.id, signedIn.sessionId)
    return { user: presentOwnUser(user), ...presentSignIn(signedIn) }
  },
})

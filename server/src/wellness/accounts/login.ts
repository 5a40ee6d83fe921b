import { Type } from 'typebox'
import { days } from '../../platform/clock.ts'
import { askForCode } from '../../platform/identity/code-flow.ts'
import { canonicalEmail } from '../../platform/identity/email.ts'
import { ShownDeviceSecret } from '../../platform/identity/known-devices.ts'
import { tryPassword } from '../../platform/identity/password-tries.ts'
import { nobodysId } from '../../platform/identity/person.ts'
import { operation } from '../../platform/operation/operation.ts'
import { Problem } from '../../platform/operation/problem.ts'
import { Email, Verbatim } from '../../platform/operation/schema.ts'
import { stranger } from '../access.ts'
import { textsIn } from '../texts.ts'
import { codes } from './codes.ts'
import {
  accountNotVerified,
  accountSuspended,
  invalidCredentials,
  loginThrottled,
  signInPendingDeletion,
} from './problems.ts'
import { selectAttempts, selectUserByEmail, type UserRow } from './queries.ts'
import {
  ClientHeaders,
  clientOf,
  deviceFields,
  isProfileComplete,
  OwnAccount,
  presentAccount,
  presentSignIn,
  tokenFields,
} from './shapes.ts'
import { noteSighting } from './sighting.ts'
import { isActive, signIn, signInLimit } from './sign-in.ts'

const forgottenAfterSeconds = days(1) / 1000

export const login = operation({
  key: 'U3',
  source: 'named in the specification with POST; path, fields and reply chosen here',
  method: 'POST',
  path: '/user/login',
  summary: 'Sign in with e-mail address and password',
  access: stranger,
  headers: ClientHeaders,
  body: Type.Object({
    email: Email,
    password: Verbatim(1, 128, { example: 'correct horse battery' }),
    deviceToken: Type.Optional(Verbatim(1, 4096, { example: 'fMb0:APA91bE' })),
    deviceSecret: ShownDeviceSecret,
    rememberMe: Type.Optional(
      Type.Boolean({ default: true, description: 'false: the session ends after a day without use' }),
    ),
  }),
  replies: {
    200: {
      message: 'Signed in successfully',
      data: Type.Object({
        ...tokenFields,
        ...deviceFields,
        user: OwnAccount,
        isProfileComplete: Type.Boolean(),
      }),
    },
  },
  problems: [invalidCredentials, accountNotVerified, accountSuspended, signInPendingDeletion, loginThrottled],
  isAlwaysOpen: true,
  credentials: { realm: 'wellness-user', hashesPassword: true, refreshCookie: true },

  async handle({ body, headers, request, ...work }) {
    const client = clientOf(headers)
    const at = work.clock.now()
    const email = canonicalEmail(body.email)
    const user = await selectUserByEmail(work.db, email)
    const isUnverified = user?.status === 'UNVERIFIED'
    const [attempt] = await selectAttempts(work.db, user?.id ?? nobodysId, { deviceId: client.deviceId, at })
    const hash = isUnverified ? attempt?.password_hash : user?.password_hash
    const tried = await tryPassword(work, {
      limit: signInLimit,
      email,
      password: body.password,
      account: user && { id: user.id, hash },
      request,
      deviceSecret: body.deviceSecret,
    })
    if (tried instanceof Problem) return tried
    if (!tried.isRight || !user) return invalidCredentials()
    await tried.forgive()
    if (isUnverified && attempt) {
      const to = { id: user.id, email: user.email }
      const { language } = attempt
      await askForCode(work, codes, { purpose: 'signup', email, to, asker: tried.asker, language })
      return accountNotVerified()
    }
    const refusal = refusalOf(user, at)
    if (refusal) return refusal
    const signedIn = await signIn(work, user.id, {
      client,
      pushToken: body.deviceToken ?? null,
      secret: body.deviceSecret,
      request,
      ...(body.rememberMe === false ? { idleSeconds: forgottenAfterSeconds } : {}),
    })
    const seen = (await noteSighting(work, { userId: user.id, client, at })) ?? user
    if (signedIn.isNewDevice) {
      const { subject, text } = textsIn(seen.language).newDevice
      await work.mail({ to: user.email, subject, text: text(user.name) })
    }
    return {
      ...presentSignIn(signedIn),
      user: presentAccount(seen),
      isProfileComplete: isProfileComplete(seen),
    }
  },
})

/** Why somebody with the right password may still not come in. */
function refusalOf(user: UserRow, at: Date) {
  if (isActive(user, at)) return undefined
  const { status, suspended_until, suspension_reason, purge_at } = user
  if (status === 'PENDING_DELETION')
    return signInPendingDeletion({ details: { purgeAt: purge_at?.toISOString() ?? null } })
  return accountSuspended({
    details: { until: suspended_until?.toISOString() ?? null, reason: suspension_reason },
  })
}

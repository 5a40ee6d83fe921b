import { Type } from 'typebox'
import { days, minutes } from '../../platform/clock.ts'
import { type Budget, countAttempt, forgetAttempts } from '../../platform/identity/attempts.ts'
import { refusalOfMailing, sendCode } from '../../platform/identity/code-flow.ts'
import { canonicalEmail } from '../../platform/identity/email.ts'
import { verifyPassword } from '../../platform/identity/passwords.ts'
import { operation } from '../../platform/operation/operation.ts'
import { Email, Verbatim } from '../../platform/operation/schema.ts'
import { anyone } from '../access.ts'
import { checkBudget, spendBudget } from './budget.ts'
import { codes } from './codes.ts'
import {
  accountNotVerified,
  accountSuspended,
  invalidCredentials,
  loginThrottled,
  signInPendingDeletion,
} from './problems.ts'
import { recordSighting, selectAttempts, selectUserByEmail, type UserRow } from './queries.ts'
import {
  ClientHeaders,
  clientOf,
  isProfileComplete,
  OwnAccount,
  presentAccount,
  presentTokens,
  tokenFields,
} from './shapes.ts'
import { isActive, signIn } from './sign-in.ts'

/** Sign-ins to an account, by its address; a right password gives them all back. */
const signInsToAccount: Budget = {
  name: 'wellness login',
  max: 10,
  windowMs: minutes(15),
  refusal: loginThrottled,
}
const forgottenAfterSeconds = days(1) / 1000

export const login = operation({
  key: 'U3',
  source: 'named in the specification with POST; path, fields and reply chosen here',
  method: 'POST',
  path: '/user/login',
  summary: 'Sign in with e-mail address and password',
  access: anyone,
  headers: ClientHeaders,
  body: Type.Object({
    email: Email,
    password: Verbatim(1, 128),
    deviceToken: Type.Optional(Verbatim(1, 4096)),
    rememberMe: Type.Optional(
      Type.Boolean({ default: true, description: 'false: the session ends after a day without use' }),
    ),
  }),
  replies: {
    200: {
      message: 'Signed in successfully',
      data: Type.Object({ ...tokenFields, user: OwnAccount, isProfileComplete: Type.Boolean() }),
    },
  },
  problems: [invalidCredentials, accountNotVerified, accountSuspended, signInPendingDeletion, loginThrottled],
  credentials: { realm: 'wellness-user', hashesPassword: true, refreshCookie: true },

  async handle({ body, headers, request, ...work }) {
    await checkBudget(work, request)
    const client = clientOf(headers)
    const at = work.clock.now()
    const email = canonicalEmail(body.email)
    const throttled = await countAttempt(work, signInsToAccount, email)
    if (throttled) return throttled
    const user = await selectUserByEmail(work.db, email)
    const isUnverified = user?.status === 'UNVERIFIED'
    const [attempt] = isUnverified
      ? await selectAttempts(work.db, user.id, { deviceId: client.deviceId, at })
      : []
    const hash = isUnverified ? attempt?.password_hash : user?.password_hash
    const isRight = await verifyPassword(body.password, hash)
    await spendBudget(work, request)
    // Returned, not thrown: the counted attempt must outlive the refusal.
    if (!isRight || !user) return invalidCredentials()
    await forgetAttempts(work, signInsToAccount, email)
    if (attempt) {
      if (!(await refusalOfMailing(work, codes, user.email)))
        await sendCode(work, codes, 'signup', { id: attempt.id, name: attempt.name, email: user.email })
      return accountNotVerified()
    }
    const refusal = refusalOf(user, at)
    if (refusal) return refusal
    const signedIn = await signIn(work, user.id, {
      client,
      pushToken: body.deviceToken ?? null,
      request,
      ...(body.rememberMe === false ? { idleSeconds: forgottenAfterSeconds } : {}),
    })
    const seen = (await recordSighting(work.db, { userId: user.id, client, at })) ?? user
    if (signedIn.isNewDevice)
      await work.mail({
        to: user.email,
        subject: 'New sign-in to Plaza wellness',
        text: `Hello ${user.name},\n\nyour account was used on a new device. If this was not you, reset your password.\n`,
      })
    return {
      ...presentTokens(signedIn),
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

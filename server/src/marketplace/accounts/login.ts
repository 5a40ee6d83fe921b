import { Type } from 'typebox'
import { minutes } from '../../platform/clock.ts'
import { canonicalEmail, tooManyAttempts } from '../../platform/identity/identity.ts'
import { verifyPassword } from '../../platform/identity/passwords.ts'
import { addressOf } from '../../platform/network.ts'
import { operation } from '../../platform/operation/operation.ts'
import { Email, Nullable, Verbatim } from '../../platform/operation/schema.ts'
import { anyone } from '../access.ts'
import { type Notice, notify } from '../notifications/public.ts'
import { OwnUser, presentOwnUser, selectUserByEmail } from '../users/public.ts'
import { openSession } from './open-session.ts'
import { accountSuspended, invalidCredentials } from './problems.ts'
import { presentTokens, tokenFields } from './shapes.ts'
import { loginAttempts } from './verification.ts'

/** Wrong passwords. Many people may share one network address. */
const failures = {
  account: { max: 10, windowMs: minutes(15) },
  address: { max: 300, windowMs: minutes(15) },
}

const newDevice = (recipientId: string, sessionId: string): Notice => ({
  recipientId,
  actorId: null,
  category: 'security',
  sourceEvent: `new-device:${sessionId}`,
  reference: { model: 'session', id: sessionId },
  title: 'New sign-in',
  message:
    'Your account was used on a new device. If this was not you, change your password and end that session.',
})

export const login = operation({
  key: 'M2',
  source: 'named in the specification; path and shapes chosen here',
  method: 'POST',
  path: '/usr-mgt/login',
  summary: 'Sign in with e-mail address and password',
  tag: 'users',
  access: anyone,
  body: Type.Object({
    email: Email,
    password: Verbatim(1, 128),
    fcm_token: Type.Optional(Nullable(Verbatim(1, 4096))),
    device_id: Type.Optional(Verbatim(1, 128)),
  }),
  replies: {
    200: { message: 'Signed in successfully', data: Type.Object({ user: OwnUser, ...tokenFields }) },
  },
  problems: [invalidCredentials, accountSuspended, tooManyAttempts],
  idempotency: 'none',
  hashesPassword: true,
  refreshCookie: 'marketplace',

  async handle({ body, request, ...work }) {
    const { identity } = work.services
    const email = canonicalEmail(body.email)
    const ofAccount = loginAttempts(email)
    const fromAddress = `marketplace login from ${addressOf(request.ip)}`
    const wait =
      (await identity.waitAfter(work, fromAddress, failures.address)) ??
      (await identity.countAttempt(work, ofAccount, failures.account))
    if (wait !== undefined) return tooManyAttempts({ retryAfterSeconds: wait })
    const user = await selectUserByEmail(work.db, email)
    // Returned, not thrown: the counted attempt must outlive the refusal.
    if (!(await verifyPassword(body.password, user?.password_hash)) || !user) {
      await identity.countAttempt(work, fromAddress, failures.address)
      return invalidCredentials()
    }
    if (user.status !== 'active') return accountSuspended({ details: { reason: user.suspension_reason } })
    await identity.forgetAttempts(work, ofAccount)
    const signedIn = await openSession(work, user.id, { ...body, request })
    if (signedIn.isNewDevice) await notify(work, [newDevice(user.id, signedIn.sessionId)])
    return { user: presentOwnUser(user), ...presentTokens(signedIn) }
  },
})

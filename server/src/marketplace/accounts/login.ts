import { Type } from 'typebox'
import { minutes } from '../../platform/clock.ts'
import {
  type Budget,
  countAttempt,
  forgetAttempts,
  refusalWhenSpent,
} from '../../platform/identity/attempts.ts'
import { canonicalEmail } from '../../platform/identity/email.ts'
import { verifyPassword } from '../../platform/identity/passwords.ts'
import { tooManyAttempts } from '../../platform/identity/problems.ts'
import { addressOf } from '../../platform/network.ts'
import { operation } from '../../platform/operation/operation.ts'
import { Email, Nullable, Verbatim } from '../../platform/operation/schema.ts'
import { anyone } from '../access.ts'
import { type Notice, notify } from '../notifications/public.ts'
import { OwnUser, presentOwnUser, selectUserByEmail } from '../users/public.ts'
import { accountSuspended, invalidCredentials } from './problems.ts'
import { presentTokens, tokenFields } from './shapes.ts'
import { signIn, signInsToAccount } from './sign-in.ts'

/** Wrong passwords. Many people may share one network address. */
const failuresFromAddress: Budget = {
  name: 'marketplace login from',
  max: 300,
  windowMs: minutes(15),
  refusal: tooManyAttempts,
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
  credentials: { realm: 'marketplace', hashesPassword: true, refreshCookie: true },

  async handle({ body, request, ...work }) {
    const email = canonicalEmail(body.email)
    const address = addressOf(request.ip)
    const refusal =
      (await refusalWhenSpent(work, failuresFromAddress, address)) ??
      (await countAttempt(work, signInsToAccount, email))
    if (refusal) return refusal
    const user = await selectUserByEmail(work.db, email)
    // Returned, not thrown: the counted attempt must outlive the refusal.
    if (!(await verifyPassword(body.password, user?.password_hash)) || !user) {
      await countAttempt(work, failuresFromAddress, address)
      return invalidCredentials()
    }
    if (user.status !== 'active') return accountSuspended({ details: { reason: user.suspension_reason } })
    await forgetAttempts(work, signInsToAccount, email)
    const signedIn = await signIn(work, user.id, { ...body, request })
    if (signedIn.isNewDevice) await notify(work, [newDevice(user.id, signedIn.sessionId)])
    return { user: presentOwnUser(user), ...presentTokens(signedIn) }
  },
})

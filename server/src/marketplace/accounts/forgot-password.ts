import { Type } from 'typebox'
import { minutes } from '../../platform/clock.ts'
import { canonicalEmail, tooManyAttempts } from '../../platform/identity/identity.ts'
import { operation } from '../../platform/operation/operation.ts'
import { Email, OneOf } from '../../platform/operation/schema.ts'
import { anyone } from '../access.ts'
import { selectUserByEmail } from '../users/public.ts'
import { pretendToSendCode, sendCode } from './verification.ts'

const requests = { max: 20, windowMs: minutes(60) }

export const forgotPassword = operation({
  key: 'M3',
  source: 'named in the specification; path, shapes and the purpose chosen here',
  method: 'POST',
  path: '/usr-mgt/forgot-password',
  summary: 'Ask for a code by mail: to set a new password, or once more to verify the address',
  tag: 'users',
  access: anyone,
  body: Type.Object({ email: Email, purpose: Type.Optional(OneOf(['reset', 'verify'])) }),
  replies: {
    200: {
      message: 'If the address has an account, a code is on its way',
      data: Type.Object({
        expires_in: Type.Integer({ description: 'seconds that a code is valid' }),
        resend_in: Type.Integer({ description: 'seconds until asking again sends a mail again' }),
      }),
    },
  },
  problems: [tooManyAttempts],
  idempotency: 'none',
  limit: { max: 300, windowSeconds: 3600 },

  async handle({ body, ...work }) {
    const email = canonicalEmail(body.email)
    const purpose = body.purpose ?? 'reset'
    const wait = await work.services.identity.countAttempt(
      work,
      `marketplace send ${purpose} ${email}`,
      requests,
    )
    if (wait !== undefined) return tooManyAttempts({ retryAfterSeconds: wait })
    const user = await selectUserByEmail(work.db, email)
    const isMeant = user !== undefined && !(purpose === 'verify' && user.is_verified)
    const { expiresAt, resendAt } =
      isMeant && user.email !== null
        ? await sendCode(work, { id: user.id, email: user.email, name: user.name }, purpose)
        : await pretendToSendCode(work, email, purpose)
    const secondsUntil = (at: Date) =>
      Math.max(0, Math.ceil((at.getTime() - work.clock.now().getTime()) / 1000))
    return { expires_in: secondsUntil(expiresAt), resend_in: secondsUntil(resendAt) }
  },
})

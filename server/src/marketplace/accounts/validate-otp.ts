import { Type } from 'typebox'
import {
  canonicalEmail,
  otpExpired,
  otpInvalid,
  otpLocked,
  tooManyAttempts,
} from '../../platform/identity/identity.ts'
import { operation } from '../../platform/operation/operation.ts'
import { Email, Nullable, OneOf } from '../../platform/operation/schema.ts'
import { anyone } from '../access.ts'
import { changeUser, lockUser, selectUserByEmail } from '../users/public.ts'
import { Code } from './shapes.ts'
import { refuseCode } from './verification.ts'

const resetTokenSeconds = 600

export const validateOtp = operation({
  key: 'M4',
  source: 'named in the specification; path and shapes chosen here',
  method: 'POST',
  path: '/usr-mgt/validate-otp',
  summary: 'Exchange a mailed code for a reset token, or verify the address with it',
  tag: 'users',
  access: anyone,
  body: Type.Object({ email: Email, otp: Code, purpose: Type.Optional(OneOf(['reset', 'verify'])) }),
  replies: {
    200: {
      message: 'Code accepted',
      data: Type.Object({
        reset_token: Nullable(Type.String({ description: 'null when the purpose was to verify' })),
        expires_in: Nullable(Type.Integer({ description: 'seconds that the reset token is valid' })),
        is_verified: Type.Boolean(),
      }),
    },
  },
  problems: [otpInvalid, otpExpired, otpLocked, tooManyAttempts],
  idempotency: 'none',

  async handle({ body, ...work }) {
    const purpose = body.purpose ?? 'reset'
    const found = await selectUserByEmail(work.db, canonicalEmail(body.email))
    const user = found && (await lockUser(work.db, found.id))
    const refusal = await refuseCode(work, {
      email: body.email,
      code: body.otp,
      purpose,
      userId: user?.id,
    })
    if (refusal) return refusal
    if (!user) return otpInvalid()
    if (purpose === 'verify') {
      if (!user.is_verified) await changeUser(work.db, user.id, { is_verified: true }, work.clock.now())
      return { reset_token: null, expires_in: null, is_verified: true }
    }
    const token = await work.services.identity.resetToken(
      work,
      { realm: 'marketplace', subjectId: user.id },
      resetTokenSeconds * 1000,
    )
    return { reset_token: token, expires_in: resetTokenSeconds, is_verified: user.is_verified }
  },
})

import { Type } from 'typebox'
import { askerOf, checkNetwork, spendNetwork } from '../../platform/identity/askers.ts'
import { tryCode } from '../../platform/identity/code-flow.ts'
import { canonicalEmail } from '../../platform/identity/email.ts'
import { ShownDeviceSecret } from '../../platform/identity/known-devices.ts'
import { nobodysId } from '../../platform/identity/person.ts'
import { otpExpired, otpInvalid, otpLocked } from '../../platform/identity/problems.ts'
import { newResetToken, resetTokenSeconds } from '../../platform/identity/reset-tokens.ts'
import { operation } from '../../platform/operation/operation.ts'
import { Problem } from '../../platform/operation/problem.ts'
import { Email, Nullable, OneOf, Shown } from '../../platform/operation/schema.ts'
import { anyoneAtAll } from '../access.ts'
import { countInvite } from '../invites/public.ts'
import { changeUser, lockUser, selectUserByEmail } from '../users/public.ts'
import { codes } from './codes.ts'
import { Code } from './shapes.ts'

export const validateOtp = operation({
  key: 'M4',
  source: 'named in the specification; path and shapes chosen here',
  method: 'POST',
  path: '/usr-mgt/validate-otp',
  summary: 'Exchange a mailed code for a reset token, or verify the address with it',
  tag: 'users',
  access: anyoneAtAll,
  body: Type.Object({
    email: Email,
    otp: Code,
    purpose: Type.Optional(OneOf(['reset', 'verify'])),
    device_secret: ShownDeviceSecret,
  }),
  replies: {
    200: {
      message: 'Code accepted',
      data: Type.Object({
        reset_token: Nullable(Shown('b0s7QKQm2u', 'null when the purpose was to verify')),
        expires_in: Nullable(Type.Integer({ description: 'seconds that the reset token is valid' })),
        is_verified: Type.Boolean(),
      }),
    },
  },
  problems: [otpInvalid, otpExpired, otpLocked],
  credentials: { realm: 'marketplace' },

  async handle({ body, request, caller, ...work }) {
    const { email, otp: code, purpose = 'reset' } = body
    const found = await selectUserByEmail(work.db, canonicalEmail(email))
    const person = { realm: 'marketplace', id: found?.id } as const
    const asker = await askerOf(work, person, { request, caller, deviceSecret: body.device_secret })
    await checkNetwork(work, request, asker)
    const owner = await lockUser(work.db, found?.id ?? nobodysId)
    const user = await tryCode(work, codes, { purpose, email, code, asker }, owner)
    await spendNetwork(work, request, asker)
    if (user instanceof Problem) return user
    if (purpose === 'verify') {
      if (!user.is_verified) await changeUser(work.db, user.id, { is_verified: true }, work.clock.now())
      await countInvite(work, user.id)
      return { reset_token: null, expires_in: null, is_verified: true }
    }
    const token = await newResetToken(work, { realm: 'marketplace', id: user.id })
    return { reset_token: token, expires_in: resetTokenSeconds, is_verified: user.is_verified }
  },
})

import { Type } from 'typebox'
import { askerOf, checkNetwork, spendNetwork } from '../../platform/identity/askers.ts'
import { askForCode } from '../../platform/identity/code-flow.ts'
import { canonicalEmail } from '../../platform/identity/email.ts'
import { ShownDeviceSecret } from '../../platform/identity/known-devices.ts'
import { operation } from '../../platform/operation/operation.ts'
import { Email, OneOf } from '../../platform/operation/schema.ts'
import { anyoneAtAll } from '../access.ts'
import { selectUserByEmail } from '../users/public.ts'
import { codes } from './codes.ts'

export const forgotPassword = operation({
  key: 'M3',
  source: 'named in the specification; path, shapes and the purpose chosen here',
  method: 'POST',
  path: '/usr-mgt/forgot-password',
  summary: 'Ask for a code by mail: to set a new password, or once more to verify the address',
  tag: 'users',
  access: anyoneAtAll,
  body: Type.Object({
    email: Email,
    purpose: Type.Optional(OneOf(['reset', 'verify'])),
    device_secret: ShownDeviceSecret,
  }),
  replies: {
    200: {
      message: 'If the address has an account, a code is on its way',
      data: Type.Object({
        expires_in: Type.Integer({ description: 'seconds that a code is valid' }),
        resend_in: Type.Integer({ description: 'seconds until asking again sends a mail again' }),
      }),
    },
  },
  credentials: { realm: 'marketplace' },
  limit: { max: 300, windowSeconds: 3600 },

  async handle({ body, request, caller, ...work }) {
    const { email } = body
    const purpose = body.purpose ?? 'reset'
    const user = await selectUserByEmail(work.db, canonicalEmail(email))
    const isMeant = user !== undefined && !(purpose === 'verify' && user.is_verified)
    const to = isMeant && user.email !== null ? { ...user, email: user.email } : undefined
    const person = { realm: 'marketplace', id: user?.id } as const
    const asker = await askerOf(work, person, { request, caller, deviceSecret: body.device_secret })
    await checkNetwork(work, request, asker)
    const sending = await askForCode(work, codes, { purpose, email, to, asker, language: request.language })
    await spendNetwork(work, request, asker)
    const secondsUntil = (at: Date) =>
      Math.max(0, Math.ceil((at.getTime() - work.clock.now().getTime()) / 1000))
    return { expires_in: secondsUntil(sending.expiresAt), resend_in: secondsUntil(sending.resendAt) }
  },
})

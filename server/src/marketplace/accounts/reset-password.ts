import { Type } from 'typebox'
import { ShownDeviceSecret } from '../../platform/identity/known-devices.ts'
import { operation } from '../../platform/operation/operation.ts'
import { Verbatim } from '../../platform/operation/schema.ts'
import { resetWithToken } from './new-password.ts'
import { resetting } from './resetting.ts'

export const resetPassword = operation({
  key: 'M5',
  source: 'named in the specification; path and shapes chosen here',
  method: 'POST',
  path: '/usr-mgt/reset-password',
  summary: 'Set a new password with a reset token; every session ends',
  ...resetting,
  body: Type.Object({
    reset_token: Verbatim(1, 200, { example: 'b0s7QKQm2u' }),
    password: Verbatim(8, 128, { example: 'correct horse battery' }),
    device_secret: ShownDeviceSecret,
  }),

  async handle({ body, ...work }) {
    const { reset_token: token, password, device_secret: deviceSecret } = body
    const secret = await resetWithToken(work, token, { password, deviceSecret })
    return { sessions_ended: true, device_secret: secret }
  },
})

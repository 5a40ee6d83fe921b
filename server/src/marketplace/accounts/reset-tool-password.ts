import { Type } from 'typebox'
import { ShownDeviceSecret } from '../../platform/identity/known-devices.ts'
import { operation } from '../../platform/operation/operation.ts'
import { Verbatim } from '../../platform/operation/schema.ts'
import { resetWithToken } from './new-password.ts'
import { resetting } from './resetting.ts'

export const resetToolPassword = operation({
  key: 'M123',
  source: 'named in the specification; fields and reply chosen here, what it does is M5’s',
  method: 'POST',
  path: '/user-tools/reset-password',
  summary: 'Set a new password with the token of the mailed link; every session ends',
  ...resetting,
  body: Type.Object({
    token: Verbatim(1, 200, { description: 'of the link', example: 'b0s7QKQm2u' }),
    password: Verbatim(8, 128, { example: 'correct horse battery' }),
    device_secret: ShownDeviceSecret,
  }),

  async handle({ body, ...work }) {
    const { token, password, device_secret: deviceSecret } = body
    const secret = await resetWithToken(work, token, { password, deviceSecret })
    return { sessions_ended: true, device_secret: secret }
  },
})

import { Type } from 'typebox'
import { askerOf, checkNetwork, spendNetwork } from '../../platform/identity/askers.ts'
import { askForCode } from '../../platform/identity/code-flow.ts'
import { canonicalEmail } from '../../platform/identity/email.ts'
import { ShownDeviceSecret } from '../../platform/identity/known-devices.ts'
import { operation } from '../../platform/operation/operation.ts'
import { Email } from '../../platform/operation/schema.ts'
import { stranger } from '../access.ts'
import { codes } from './codes.ts'
import { selectUserByEmail } from './queries.ts'
import { ClientHeaders } from './shapes.ts'

export const forgotPassword = operation({
  key: 'U5',
  source: 'named in the specification with POST; path, fields and reply chosen here',
  method: 'POST',
  path: '/user/forgot-password',
  summary: 'Have a code mailed that lets you set a new password',
  access: stranger,
  headers: Type.Pick(ClientHeaders, ['language']),
  body: Type.Object({ email: Email, deviceSecret: ShownDeviceSecret }),
  replies: {
    200: { message: 'If the address has an account, a code is on its way', data: Type.Null() },
  },
  credentials: { realm: 'wellness-user' },

  async handle({ body, headers, request, ...work }) {
    const to = await selectUserByEmail(work.db, canonicalEmail(body.email))
    const person = { realm: 'wellness-user', id: to?.id } as const
    const asker = await askerOf(work, person, { request, deviceSecret: body.deviceSecret })
    await checkNetwork(work, request, asker)
    const language = headers.language ?? request.language
    await askForCode(work, codes, { purpose: 'reset', email: body.email, to, asker, language })
    await spendNetwork(work, request, asker)
    return null
  },
})

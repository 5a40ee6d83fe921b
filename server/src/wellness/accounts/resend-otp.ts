import { Type } from 'typebox'
import { askerOf, checkNetwork, spendNetwork } from '../../platform/identity/askers.ts'
import { countAttempt } from '../../platform/identity/attempts.ts'
import { askForCode } from '../../platform/identity/code-flow.ts'
import { canonicalEmail } from '../../platform/identity/email.ts'
import { ShownDeviceSecret } from '../../platform/identity/known-devices.ts'
import { nobodysId } from '../../platform/identity/person.ts'
import { operation } from '../../platform/operation/operation.ts'
import { Email } from '../../platform/operation/schema.ts'
import { stranger } from '../access.ts'
import { codes, presentSending, resends } from './codes.ts'
import { otpResendTooSoon } from './problems.ts'
import { selectAttempts, selectUserByEmail } from './queries.ts'
import { ClientHeaders, clientOf, codeFields, Purpose } from './shapes.ts'

export const resendOtp = operation({
  key: 'U4',
  source: 'named in the specification with POST; path, fields and reply chosen here',
  method: 'POST',
  path: '/user/resend-otp',
  summary: 'Have the code mailed again',
  access: stranger,
  headers: ClientHeaders,
  body: Type.Object({
    email: Email,
    purpose: Type.Optional(Purpose),
    deviceSecret: ShownDeviceSecret,
  }),
  replies: {
    200: { message: 'If the address waits for a code, it is on its way', data: Type.Object(codeFields) },
  },
  problems: [otpResendTooSoon],
  credentials: { realm: 'wellness-user' },

  async handle({ body, headers, request, ...work }) {
    const { deviceId, language } = clientOf(headers)
    const purpose = body.purpose === 'FORGOT_PASSWORD' ? 'reset' : 'signup'
    const email = canonicalEmail(body.email)
    const user = await selectUserByEmail(work.db, email)
    const person = { realm: 'wellness-user', id: user?.id } as const
    const asker = await askerOf(work, person, { request, deviceSecret: body.deviceSecret })
    await checkNetwork(work, request, asker)
    const tooSoon = await countAttempt(work, resends(purpose), asker.isKnown ? `${email} known` : email)
    if (tooSoon) throw tooSoon
    const [attempt] = await selectAttempts(work.db, user?.id ?? nobodysId, { deviceId, at: work.clock.now() })
    const recipient = purpose === 'reset' ? user : attempt
    const to = user && recipient && { id: user.id, email: user.email, language: recipient.language }
    const wish = { purpose, email, to, asker, language: language ?? request.language } as const
    const sending = await askForCode(work, codes, wish)
    if (!sending.isDue) {
      const waitMs = sending.resendAt.getTime() - work.clock.now().getTime()
      throw otpResendTooSoon({ retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) })
    }
    await spendNetwork(work, request, asker)
    return presentSending(work, sending)
  },
})

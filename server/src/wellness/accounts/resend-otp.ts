import { Type } from 'typebox'
import { countAttempt } from '../../platform/identity/attempts.ts'
import { askForCode } from '../../platform/identity/code-flow.ts'
import { canonicalEmail } from '../../platform/identity/email.ts'
import { operation } from '../../platform/operation/operation.ts'
import { Problem } from '../../platform/operation/problem.ts'
import { Email } from '../../platform/operation/schema.ts'
import { anyone } from '../access.ts'
import { checkBudget, spendBudget } from './budget.ts'
import { codes, presentSending, resends } from './codes.ts'
import { otpResendTooSoon, otpSendLimit } from './problems.ts'
import { selectAttempts, selectUserByEmail } from './queries.ts'
import { ClientHeaders, clientOf, codeFields, Purpose } from './shapes.ts'

export const resendOtp = operation({
  key: 'U4',
  source: 'named in the specification with POST; path, fields and reply chosen here',
  method: 'POST',
  path: '/user/resend-otp',
  summary: 'Have the code mailed again',
  access: anyone,
  headers: ClientHeaders,
  body: Type.Object({ email: Email, purpose: Type.Optional(Purpose) }),
  replies: {
    200: { message: 'If the address waits for a code, it is on its way', data: Type.Object(codeFields) },
  },
  problems: [otpResendTooSoon, otpSendLimit],
  credentials: { realm: 'wellness-user' },

  async handle({ body, headers, request, ...work }) {
    await checkBudget(work, request)
    const { deviceId } = clientOf(headers)
    const purpose = body.purpose === 'FORGOT_PASSWORD' ? 'reset' : 'signup'
    const email = canonicalEmail(body.email)
    const tooSoon = await countAttempt(work, resends(purpose), email)
    if (tooSoon) throw tooSoon
    const user = await selectUserByEmail(work.db, email)
    const [attempt] =
      user?.status === 'UNVERIFIED' && purpose === 'signup'
        ? await selectAttempts(work.db, user.id, { deviceId, at: work.clock.now() })
        : []
    const recipient = purpose === 'reset' ? user : attempt
    const to = user && recipient && { id: recipient.id, name: recipient.name, email: user.email }
    const sending = await askForCode(work, codes, { purpose, email, to })
    if (sending instanceof Problem) throw sending
    if (!sending.isDue) {
      const waitMs = sending.resendAt.getTime() - work.clock.now().getTime()
      throw otpResendTooSoon({ retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) })
    }
    await spendBudget(work, request)
    return presentSending(work, sending)
  },
})

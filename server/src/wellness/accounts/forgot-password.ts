import { Type } from 'typebox'
import { askForCode } from '../../platform/identity/code-flow.ts'
import { canonicalEmail } from '../../platform/identity/email.ts'
import { operation } from '../../platform/operation/operation.ts'
import { Problem } from '../../platform/operation/problem.ts'
import { Email } from '../../platform/operation/schema.ts'
import { anyone } from '../access.ts'
import { checkBudget, spendBudget } from './budget.ts'
import { codes } from './codes.ts'
import { otpSendLimit } from './problems.ts'
import { selectUserByEmail } from './queries.ts'

export const forgotPassword = operation({
  key: 'U5',
  source: 'named in the specification with POST; path, fields and reply chosen here',
  method: 'POST',
  path: '/user/forgot-password',
  summary: 'Have a code mailed that lets you set a new password',
  access: anyone,
  body: Type.Object({ email: Email }),
  replies: {
    200: { message: 'If the address has an account, a code is on its way', data: Type.Null() },
  },
  problems: [otpSendLimit],
  credentials: { realm: 'wellness-user' },

  async handle({ body, request, ...work }) {
    await checkBudget(work, request)
    const to = await selectUserByEmail(work.db, canonicalEmail(body.email))
    const sending = await askForCode(work, codes, { purpose: 'reset', email: body.email, to })
    if (sending instanceof Problem) throw sending
    await spendBudget(work, request)
    return null
  },
})

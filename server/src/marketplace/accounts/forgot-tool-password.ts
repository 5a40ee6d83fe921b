import { Type } from 'typebox'
import { askerOf, checkNetwork, spendNetwork } from '../../platform/identity/askers.ts'
import { codeMinutes } from '../../platform/identity/codes.ts'
import { canonicalEmail } from '../../platform/identity/email.ts'
import { ShownDeviceSecret } from '../../platform/identity/known-devices.ts'
import { linkPauseSeconds, mailResetLink } from '../../platform/identity/reset-links.ts'
import { resetTokenSeconds } from '../../platform/identity/reset-tokens.ts'
import { languageOf, minutesInWords } from '../../platform/language.ts'
import { operation } from '../../platform/operation/operation.ts'
import { Email } from '../../platform/operation/schema.ts'
import { anyoneAtAll } from '../access.ts'
import { textsIn } from '../texts.ts'
import { selectUserByEmail } from '../users/public.ts'
import { codes } from './codes.ts'

export const forgotToolPassword = operation({
  key: 'M121',
  source: 'named in the specification; fields and reply chosen here; the link opens the storefront’s page',
  method: 'POST',
  path: '/user-tools/forgot-password',
  summary: 'Ask for a mail with a link to set a new password',
  tag: 'users',
  access: anyoneAtAll,
  body: Type.Object({ email: Email, device_secret: ShownDeviceSecret }),
  replies: {
    200: {
      message: 'If the address has an account, a link is on its way',
      data: Type.Object({
        expires_in: Type.Integer({ description: 'seconds that a link is valid' }),
        resend_in: Type.Integer({ description: 'seconds until asking again sends a mail again' }),
      }),
    },
  },
  credentials: { realm: 'marketplace' },
  limit: { max: 300, windowSeconds: 3600 },

  async handle({ body, request, caller, ...work }) {
    const { email } = body
    const user = await selectUserByEmail(work.db, canonicalEmail(email))
    const to = user && user.email !== null ? { ...user, email: user.email } : undefined
    const person = { realm: 'marketplace', id: user?.id } as const
    const asker = await askerOf(work, person, { request, caller, deviceSecret: body.device_secret })
    await checkNetwork(work, request, asker)
    const language = languageOf(to?.language ?? request.language)
    const { resetLink } = textsIn(language)
    await mailResetLink(work, codes, {
      email,
      to,
      asker,
      letter: (token) => ({
        subject: resetLink.subject,
        // Behind the hash, so that no server's log and no other page ever sees it.
        text: resetLink.text(
          `${work.publicUrl}/forgotten-password#token=${token}`,
          minutesInWords(language, codeMinutes),
        ),
      }),
    })
    await spendNetwork(work, request, asker)
    return { expires_in: resetTokenSeconds, resend_in: linkPauseSeconds }
  },
})

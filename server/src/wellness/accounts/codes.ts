import { seconds } from '../../platform/clock.ts'
import type { Budget } from '../../platform/identity/attempts.ts'
import type { CodeFlow, Sending } from '../../platform/identity/code-flow.ts'
import { otpInvalid, otpLocked } from '../../platform/identity/problems.ts'
import { atField } from '../../platform/operation/problem.ts'
import type { Work } from '../../platform/operation/work.ts'
import { textsIn } from '../texts.ts'
import { codeExpired, otpResendTooSoon } from './problems.ts'

export type CodePurpose = 'signup' | 'reset'

export const codes: CodeFlow<CodePurpose> = {
  realm: 'wellness-user',
  // Greets nobody: it goes to whatever address somebody wrote, beside whatever name.
  letter(purpose, { code, lifetime, language }) {
    const { subjects, text } = textsIn(language).code
    return { subject: subjects[purpose], text: text(code, lifetime) }
  },
  refusals: {
    wrong: (attemptsLeft) =>
      otpInvalid({
        ...atField('body.otp', 'code', 'is not the code that was mailed'),
        details: { attemptsLeft },
      }),
    expired: codeExpired,
    locked: otpLocked,
  },
}

export const resends = (purpose: CodePurpose): Budget => ({
  name: `wellness resend ${purpose}`,
  max: 1,
  windowMs: seconds(60),
  refusal: otpResendTooSoon,
})

export const presentSending = (
  { services }: Pick<Work, 'services'>,
  { code, expiresAt, resendAt }: Sending,
) => ({
  otpExpiresAt: expiresAt.toISOString(),
  resendAvailableAt: resendAt.toISOString(),
  ...(services.settings.showsCodes && code ? { devOtp: code } : {}),
})

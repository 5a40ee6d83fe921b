import { hours, seconds } from '../../platform/clock.ts'
import type { Budget } from '../../platform/identity/attempts.ts'
import type { CodeFlow, Sending } from '../../platform/identity/code-flow.ts'
import { otpInvalid, otpLocked } from '../../platform/identity/problems.ts'
import { atField } from '../../platform/operation/problem.ts'
import type { Work } from '../../platform/operation/work.ts'
import { codeExpired, otpResendTooSoon, otpSendLimit } from './problems.ts'

/** A code to sign up belongs to one attempt at it, one to reset to the account. */
export type CodePurpose = 'signup' | 'reset'

const subjects: Record<CodePurpose, string> = {
  signup: 'Your Plaza wellness verification code',
  reset: 'Reset your Plaza wellness password',
}

const tries: Budget = { name: 'wellness code', max: 15, windowMs: hours(24), refusal: otpLocked }

export const codes: CodeFlow<CodePurpose> = {
  realm: 'wellness-user',
  letter: (purpose, { name, code, lifetime }) => ({
    subject: subjects[purpose],
    text: `Hello ${name},\n\nyour code is ${code}. It is valid for ${lifetime}.\n\nIf you did not ask for it, nothing needs to be done.\n`,
  }),
  mailings: [
    { name: 'wellness send hour', max: 5, windowMs: hours(1), refusal: otpSendLimit },
    { name: 'wellness send day', max: 10, windowMs: hours(24), refusal: otpSendLimit },
  ],
  tries: () => tries,
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

/** Of an address; one that has several sign-ups waiting gets the code of one of them. */
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

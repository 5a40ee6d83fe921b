import { hours } from '../../platform/clock.ts'
import type { CodeFlow } from '../../platform/identity/code-flow.ts'
import { otpExpired, otpInvalid, otpLocked, tooManyAttempts } from '../../platform/identity/problems.ts'

export type CodePurpose = 'verify' | 'reset' | 'change_email'

const subjects: Record<CodePurpose, string> = {
  verify: 'Your Plaza verification code',
  reset: 'Reset your Plaza password',
  change_email: 'Confirm your new e-mail address',
}

const twentyAnHour = { max: 20, windowMs: hours(1), refusal: tooManyAttempts }

export const codes: CodeFlow<CodePurpose> = {
  realm: 'marketplace',
  letter: (purpose, { name, code, lifetime }) => ({
    subject: subjects[purpose],
    text: `Hello ${name},\n\nyour code is ${code}. It is valid for ${lifetime}.\n\nIf you did not ask for it, nothing needs to be done.\n`,
  }),
  askings: (purpose) => ({ ...twentyAnHour, name: `marketplace send ${purpose}` }),
  tries: (purpose) => ({ ...twentyAnHour, name: `marketplace code ${purpose}` }),
  refusals: {
    wrong: (triesLeft) => otpInvalid({ details: { triesLeft } }),
    expired: otpExpired,
    locked: otpLocked,
  },
}

import type { CodeFlow } from '../../platform/identity/code-flow.ts'
import { otpExpired, otpInvalid, otpLocked } from '../../platform/identity/problems.ts'

export type CodePurpose = 'verify' | 'reset' | 'change_email'

const subjects: Record<CodePurpose, string> = {
  verify: 'Your Plaza verification code',
  reset: 'Reset your Plaza password',
  change_email: 'Confirm your new e-mail address',
}

export const codes: CodeFlow<CodePurpose> = {
  realm: 'marketplace',
  // Greets nobody: it goes to whatever address somebody wrote, beside whatever name.
  letter: (purpose, { code, lifetime }) => ({
    subject: subjects[purpose],
    text: `Your code is ${code}. It is valid for ${lifetime}.\n\nIf you did not ask for it, nothing needs to be done.\n`,
  }),
  refusals: {
    wrong: (triesLeft) => otpInvalid({ details: { triesLeft } }),
    expired: otpExpired,
    locked: otpLocked,
  },
}

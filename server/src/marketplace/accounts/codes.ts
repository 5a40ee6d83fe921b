import type { CodeFlow } from '../../platform/identity/code-flow.ts'
import { otpExpired, otpInvalid, otpLocked } from '../../platform/identity/problems.ts'
import { textsIn } from '../texts.ts'

export type CodePurpose = 'verify' | 'reset' | 'change_email'

export const codes: CodeFlow<CodePurpose> = {
  realm: 'marketplace',
  // Greets nobody: it goes to whatever address somebody wrote, beside whatever name.
  letter(purpose, { code, lifetime, language }) {
    const { subjects, text } = textsIn(language).code
    return { subject: subjects[purpose], text: text(code, lifetime) }
  },
  refusals: {
    wrong: (triesLeft) => otpInvalid({ details: { triesLeft } }),
    expired: otpExpired,
    locked: otpLocked,
  },
}

import { atField, problem } from '../../platform/operation/problem.ts'

export const totpRequired = problem(
  401,
  'TOTP_REQUIRED',
  'Send the code of your authenticator app as totp, too.',
  atField('body.totp', 'required', 'is asked for by your account'),
)

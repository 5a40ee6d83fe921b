import { problem } from '../../platform/operation/problem.ts'

export const reauthRequired = problem(
  401,
  'REAUTH_REQUIRED',
  'Send your password, or sign in again and ask within five minutes.',
)

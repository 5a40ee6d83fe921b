import { problem } from '../../platform/operation/problem.ts'

export const linkInvalid = problem(
  400,
  'LINK_INVALID',
  'This link is not one of ours. Open it as it stands in the mail.',
)
export const linkExpired = problem(
  410,
  'LINK_EXPIRED',
  'This link is not one of ours, or older than two days. Ask for a new one.',
)
export const noAddress = problem(
  409,
  'NO_ADDRESS',
  'Your account has no e-mail address. Add one to it, then join.',
)

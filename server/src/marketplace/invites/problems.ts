import { problem } from '../../platform/operation/problem.ts'

export const inviteUnknown = problem(404, 'INVITE_UNKNOWN', 'There is no such invitation.')
export const inviteExpired = problem(410, 'INVITE_EXPIRED', 'This invitation has expired.')
export const inviteExhausted = problem(
  410,
  'INVITE_EXHAUSTED',
  'As many people as this invitation was for have come already.',
)
export const inviteRevoked = problem(410, 'INVITE_REVOKED', 'This invitation was taken back.')
export const inviteForAnother = problem(
  409,
  'INVITE_FOR_ANOTHER',
  'This invitation is for another e-mail address.',
)
export const selfReferral = problem(409, 'SELF_REFERRAL', 'You cannot invite yourself.')
export const inviteLimit = problem(
  409,
  'INVITE_LIMIT',
  'You have 20 open invitations. Take one back, or wait until one ends.',
)

/** What may be said of an invitation that does not work, one problem for each reason. */
export const inviteProblems = [inviteUnknown, inviteExpired, inviteExhausted, inviteRevoked] as const

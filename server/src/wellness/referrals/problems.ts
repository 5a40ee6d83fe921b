import { atField, problem } from '../../platform/operation/problem.ts'

export const noSuchUser = problem(404, 'NO_SUCH_USER', 'There is no such person.')
export const noSuchReferral = problem(404, 'NO_SUCH_REFERRAL', 'There is no such referral.')
export const verdictNotPossible = problem(
  409,
  'VERDICT_NOT_POSSIBLE',
  'A referral in this state cannot be decided like that. What was rewarded is reversed, everything before is rejected.',
  atField('body.verdict', 'transition', 'does not go with the state of the referral'),
)

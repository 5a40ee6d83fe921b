import { problem } from '../../platform/operation/problem.ts'

export const cannotFollowSelf = problem(400, 'CANNOT_FOLLOW_SELF', 'You cannot follow yourself.')
export const followLimit = problem(
  409,
  'FOLLOW_LIMIT',
  'You follow as many people as one can. Let somebody go first.',
)
export const tooManyHashes = problem(400, 'TOO_MANY_HASHES', 'Ask for 1000 people at once at most.')

import { problem } from '../../platform/operation/problem.ts'

export const noSuchReview = problem(404, 'NO_SUCH_REVIEW', 'Nothing of this listing waits for a look.')
export const noSuchDecision = problem(
  404,
  'NO_SUCH_DECISION',
  'There is no decision of yours here that can still be taken back.',
)
export const noSuchRecipient = problem(404, 'NO_SUCH_PERSON', 'There is no such person.')
export const referenceMismatch = problem(
  400,
  'REFERENCE_MISMATCH',
  'This is not something of that person that the action fits.',
)
export const notAgainstStaff = problem(
  403,
  'NOT_AGAINST_STAFF',
  'Only an administrator may suspend moderators and administrators.',
)

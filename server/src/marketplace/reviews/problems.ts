import { problem } from '../../platform/operation/problem.ts'

export { noSuchUser } from '../users/public.ts'

export const noSuchDeal = problem(404, 'NO_SUCH_DEAL', 'You have no such deal.')
export const noSuchReview = problem(404, 'NO_SUCH_DEAL_REVIEW', 'There is no such review.')
export const reviewFinal = problem(
  409,
  'REVIEW_FINAL',
  'Your review is to be seen by now, and stays as it is.',
)
export const reviewTooLate = problem(
  409,
  'REVIEW_TOO_LATE',
  'A deal can be reviewed for fourteen days; they are over.',
)
export const alreadyReplied = problem(
  409,
  'ALREADY_REPLIED',
  'You have replied to this review; one reply is all there is.',
)

import { problem } from '../../platform/operation/problem.ts'

export { noSuchPost } from '../posts/public.ts'

export const noSuchComment = problem(404, 'NO_SUCH_COMMENT', 'There is no such comment.')
export const postNotOpen = problem(
  409,
  'POST_NOT_OPEN',
  'This listing is over; nothing can be asked or answered below it any more.',
)
export const notAuthor = problem(403, 'NOT_AUTHOR', 'Only its author or a moderator can delete a comment.')

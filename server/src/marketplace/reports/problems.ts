import { problem } from '../../platform/operation/problem.ts'

export { noSuchChatroom, noSuchMessage } from '../chat/public.ts'
export { noSuchComment } from '../comments/public.ts'
export { noSuchPost } from '../posts/public.ts'
export { noSuchReview } from '../reviews/public.ts'
export { noSuchUser } from '../users/public.ts'

export const cannotReportOwn = problem(
  400,
  'CANNOT_REPORT_OWN',
  'This is your own. Change it or delete it instead.',
)

import { problem } from '../../platform/operation/problem.ts'

export const noSuchNotification = problem(404, 'NO_SUCH_NOTIFICATION', 'There is no such notification.')
export const adminOnly = problem(403, 'ADMIN_ONLY', 'Only an administrator can send to everybody.')
export const nothingToSend = problem(
  400,
  'NOTHING_TO_SEND',
  'Choose the tutorial, the breaking news, or both.',
)
export const contentRequired = problem(400, 'CONTENT_REQUIRED', 'A chosen notice needs its content.')
export const undoTooLate = problem(409, 'UNDO_TOO_LATE', 'A dismissal can be undone for 24 hours.')

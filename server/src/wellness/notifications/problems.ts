import { problem } from '../../platform/operation/problem.ts'

export const noSuchNotification = problem(404, 'NO_SUCH_NOTIFICATION', 'There is no such notification.')

import { problem } from '../../platform/operation/problem.ts'

export const noSuchUser = problem(404, 'NO_SUCH_USER', 'There is no such person.')

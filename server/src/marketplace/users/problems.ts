import { problem } from '../../platform/operation/problem.ts'

export const noSuchUser = problem(404, 'NO_SUCH_USER', 'There is no such person.')
export const cannotBlockSelf = problem(400, 'CANNOT_BLOCK_SELF', 'You cannot block yourself.')
export const cannotMuteSelf = problem(400, 'CANNOT_MUTE_SELF', 'You cannot mute yourself.')

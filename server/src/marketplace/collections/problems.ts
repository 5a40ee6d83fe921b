import { problem } from '../../platform/operation/problem.ts'

export const favouriteLimit = problem(409, 'FAVOURITE_LIMIT', 'You saved as many listings as you can.')

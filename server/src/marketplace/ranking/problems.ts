import { problem } from '../../platform/operation/problem.ts'

export const cursorExpired = problem(
  410,
  'CURSOR_EXPIRED',
  'The list is a new one by now. Begin again without a cursor.',
)

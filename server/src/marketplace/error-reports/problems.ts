import { atField, problem } from '../../platform/operation/problem.ts'

export const stackTooLarge = problem(
  413,
  'STACK_TOO_LARGE',
  'Send at most 32 KiB of the stack.',
  atField('body.stack', 'maxBytes', 'must be at most 32 KiB'),
)
export const noSuchErrorGroup = problem(404, 'NO_SUCH_ERROR_GROUP', 'There is no such group of errors.')

import { problem } from '../../platform/operation/problem.ts'

export const categoryNotEmpty = problem(
  409,
  'CATEGORY_NOT_EMPTY',
  'This category still has listings or categories in it. Say where they should go with move_to.',
)

import { problem } from '../../platform/operation/problem.ts'

export const noSuchCategory = problem(404, 'NO_SUCH_CATEGORY', 'There is no such category.')
export const nameTaken = problem(409, 'NAME_TAKEN', 'There is a category of this name at this place already.')
export const categoryCycle = problem(
  400,
  'CATEGORY_CYCLE',
  'A category cannot stand below itself or go into what is below it.',
)
export const categoryTooDeep = problem(400, 'CATEGORY_TOO_DEEP', 'Categories nest at most four levels deep.')
export const makeUnknown = problem(404, 'MAKE_UNKNOWN', 'There is no make of this name.')

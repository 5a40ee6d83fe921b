import { atField, problem } from '../../platform/operation/problem.ts'

export const categoryNotFound = problem(404, 'CATEGORY_NOT_FOUND', 'There is no such category.')
/** A field that names no category. */
export const noCategoryAt = (path: string) => categoryNotFound(atField(path, 'exists', 'is not a category'))
export const subCategoryNotFound = problem(
  404,
  'SUBCATEGORY_NOT_FOUND',
  'There is no such sub-category.',
  atField('query.subCategoryId', 'exists', 'is not a sub-category of the category'),
)
export const noSuchExercise = problem(404, 'NO_SUCH_EXERCISE', 'There is no such exercise.')
export const nameTaken = problem(409, 'NAME_TAKEN', 'There is one of this name already.')
/** A field whose name something beside it has. */
export const takenAt = (path: string) => nameTaken(atField(path, 'unique', 'is taken'))
export const subCategoryMismatch = problem(
  400,
  'SUBCATEGORY_MISMATCH',
  'The sub-category does not belong to the category.',
  atField('body.subCategoryId', 'ancestor', 'is not a sub-category of the category'),
)
export const hasChildren = problem(
  409,
  'HAS_CHILDREN',
  'There is something below it. Delete that first, or all of it with `force`.',
)
export const changedMeanwhile = problem(
  409,
  'VERSION_CONFLICT',
  'This changed since you read it. Read it again.',
  atField('body.version', 'current', 'is not the current version'),
)
export const notBeside = problem(
  409,
  'NOT_BESIDE',
  'Only what stands beside one another can be put in order. Read the list again.',
)
export const mediaMissing = problem(
  400,
  'MEDIA_MISSING',
  'A file that the request names was not uploaded by you, or is not ready.',
)

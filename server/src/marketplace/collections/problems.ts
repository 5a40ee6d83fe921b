import { problem } from '../../platform/operation/problem.ts'

export const noSuchCollection = problem(404, 'NO_SUCH_COLLECTION', 'There is no such collection.')
export const collectionLimit = problem(
  409,
  'COLLECTION_LIMIT',
  'You have as many collections as you can. Remove one first.',
)
export const defaultCollection = problem(
  400,
  'DEFAULT_COLLECTION',
  'This collection holds everything that you save. It can be neither renamed, removed nor shared.',
)
export const collectionNameTaken = problem(
  409,
  'COLLECTION_NAME_TAKEN',
  'You have a collection of this name already.',
)
export const favouriteLimit = problem(409, 'FAVOURITE_LIMIT', 'You saved as many listings as you can.')

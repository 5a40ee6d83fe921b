import { problem } from '../../platform/operation/problem.ts'

export const noSuchSavedSearch = problem(404, 'NO_SUCH_SAVED_SEARCH', 'There is no such saved search.')
export const savedSearchLimit = problem(
  409,
  'SAVED_SEARCH_LIMIT',
  'You have as many saved searches as you can. Remove one first.',
)
export const searchAlreadySaved = problem(409, 'SEARCH_ALREADY_SAVED', 'You have saved this search before.')
export const searchTooWide = problem(
  400,
  'SEARCH_TOO_WIDE',
  'Say what you look for: some words, a category, attributes, or a place that is not half the world.',
)

import type { Work } from '../../platform/operation/work.ts'
import { matchSavedSearches } from './jobs.ts'
import { deleteSearchesOf } from './queries.ts'

export { findSearchers } from './finding.ts'
export { keepSearch } from './kept-search.ts'
export { personalData } from './personal-data.ts'
export { countKept } from './queries.ts'

/** Looks for those whose saved searches find a listing that appeared, or is another one, by a job. */
export const lookForSearchers = ({ enqueue }: Work, { postId }: { postId: string }): Promise<void> =>
  enqueue(matchSavedSearches, { postId })

/** Forgets what was asked for in somebody's name. */
export const forgetSavedSearchesOf = ({ db }: Work, { userId }: { userId: string }): Promise<void> =>
  deleteSearchesOf(db, userId)

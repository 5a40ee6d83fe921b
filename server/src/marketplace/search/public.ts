import type { Work } from '../../platform/operation/work.ts'
import { ageTerms } from './queries.ts'

export { type Area, centreOf, circleAround } from './area.ts'
export { withCategories } from './category-words.ts'
export { middleCellsOf } from './cells.ts'
export { type FilterQuery, filterFields, readFilter } from './filters.ts'
export { forgetSearchesOf } from './history.ts'
export { sweepSearchTerms } from './jobs.ts'
export { type Filter, isInArea, matches, type Searching, selectFinding } from './matching-queries.ts'
export { keysOf, type Need, needsOf, type Sought } from './percolation.ts'
export { personalData } from './personal-data.ts'
export { currencyRequired, geoInvalid, priceRangeInvalid } from './problems.ts'
export { countTerms, readWords } from './queries.ts'

/** The words of a listing that left are forgotten soon, unless another one has them. */
export const forgetWordsOf = ({ db }: Work, { postId }: { postId: string }): Promise<void> =>
  ageTerms(db, postId)

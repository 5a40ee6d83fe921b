import type { GetSavedSearchesResponse, SavedSearchRecord } from '@plaza/client/marketplace'
import { getSavedSearchesOptions } from '@plaza/client/marketplace/queries'
import { texts } from '../../texts/saved-searches.ts'
import { number } from '../../ui/formats.ts'
import { dataOf } from '../../ui/queries.ts'

/** Nobody has more than fifty, so one page has all. */
export const listQuery = {
  ...getSavedSearchesOptions({ query: { limit: 100 } }),
  select: dataOf<GetSavedSearchesResponse['data']>,
  // What is new is so by now.
  staleTime: 0,
}

const mostCounted = 10

export const newsOf = ({ new_count: count }: SavedSearchRecord): string =>
  count === 0 ? texts.nothingNew : texts.isNew(count < mostCounted ? number(count) : texts.many(count))

import { getWellnessSessionsInfiniteOptions } from '@plaza/client/wellness/queries'

/** What was practised, the newest first. */
export const historyQuery = getWellnessSessionsInfiniteOptions({ query: { limit: 30 } })

import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { guest } from '../access.ts'
import { keyOf, selectSavedSearches } from './queries.ts'
import { presentSavedSearch, SavedSearchRecord } from './shapes.ts'

export const getSavedSearches = operation({
  source: 'not in the specification; what somebody is looking for, and how much of it is new',
  method: 'GET',
  path: '/search-mgt/saved-searches',
  summary: 'List your saved searches, the newest first, with how much each has found since you looked',
  tag: 'posts',
  access: guest,
  paged: { limit: 20 },
  replies: { 200: { message: 'Saved searches fetched successfully', data: Type.Array(SavedSearchRecord) } },

  async handle({ caller, db, clock, page }) {
    const rows = await selectSavedSearches(
      db,
      { userId: caller.id, now: clock.now() },
      { after: page.after, limit: page.limit + 1 },
    )
    return page.of(rows, keyOf, presentSavedSearch)
  },
})

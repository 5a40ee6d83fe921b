import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { Id } from '../../platform/operation/schema.ts'
import { guest } from '../access.ts'
import { retractNotificationsAbout, tellChanged } from '../notifications/public.ts'
import { noSuchSavedSearch } from './problems.ts'
import { deleteSavedSearch } from './queries.ts'

export const removeSavedSearch = operation({
  source: 'not in the specification; the end of a saved search',
  method: 'DELETE',
  path: '/search-mgt/saved-searches/{saved_search_id}',
  summary: 'Remove one of your saved searches, with what it found',
  tag: 'posts',
  access: guest,
  params: Type.Object({ saved_search_id: Id }),
  replies: {
    200: { message: 'Saved search removed successfully', data: Type.Object({ removed: Type.Boolean() }) },
  },
  problems: [noSuchSavedSearch],

  async handle({ params, caller, ...work }) {
    const { db, clock } = work
    if (!(await deleteSavedSearch(db, params.saved_search_id, caller.id))) throw noSuchSavedSearch()
    // What it told leads to it.
    tellChanged(work, await retractNotificationsAbout(db, params.saved_search_id, clock.now()))
    return { removed: true }
  },
})

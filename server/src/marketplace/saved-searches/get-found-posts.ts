import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { Id } from '../../platform/operation/schema.ts'
import { guest } from '../access.ts'
import { homeOf } from '../posts/public.ts'
import { noSuchSavedSearch } from './problems.ts'
import { findSavedSearch, orderOfFinds, selectFound } from './queries.ts'
import { FoundCard, presentFound, presentSavedSearch, SavedSearchRecord } from './shapes.ts'

export const getFoundPosts = operation({
  source: 'not in the specification; what a saved search has found, as it is published',
  method: 'GET',
  path: '/search-mgt/saved-searches/{saved_search_id}/found',
  summary: 'List what one of your saved searches has found since you saved it, the newest finds first',
  tag: 'posts',
  access: guest,
  params: Type.Object({ saved_search_id: Id }),
  paged: { limit: 20 },
  replies: {
    200: {
      message: 'Found posts fetched successfully',
      data: Type.Array(FoundCard, { description: 'of the last 90 days, and still to be had' }),
      meta: Type.Object({ saved_search: SavedSearchRecord }),
    },
  },
  problems: [noSuchSavedSearch],

  async handle({ params, caller, db, clock, services, page }) {
    const id = params.saved_search_id
    const now = clock.now()
    const view = { viewer: caller.id, origin: homeOf(caller), now }
    const [search, rows] = await Promise.all([
      findSavedSearch(db, id, { userId: caller.id, now }),
      selectFound(db, id, view, { after: page.after, limit: page.limit + 1 }),
    ])
    if (!search) throw noSuchSavedSearch()
    const { publicUrl } = services.settings
    return page.of(rows, orderOfFinds.keyOf, (row) => presentFound(row, search.seen_at, publicUrl), {
      saved_search: presentSavedSearch(search),
    })
  },
})

import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { Id, Instant, Line } from '../../platform/operation/schema.ts'
import { guest } from '../access.ts'
import { attributeInvalid, pricePrecision } from '../posts/public.ts'
import { geoInvalid, priceRangeInvalid } from '../search/public.ts'
import { lockPerson } from '../users/public.ts'
import { readAsked } from './asked-search.ts'
import { fileSearch } from './filing-queries.ts'
import { noSuchSavedSearch, searchAlreadySaved, searchTooWide } from './problems.ts'
import {
  countSavedSearches,
  deleteFinds,
  findSavedSearch,
  lockSavedSearch,
  stopWaiting,
  updateSavedSearch as update,
} from './queries.ts'
import { Cadence, SavedQuery } from './saved-query.ts'
import { presentSavedSearch, SavedSearchRecord } from './shapes.ts'

export const updateSavedSearch = operation({
  source: 'not in the specification; another name, query or cadence, and that what was found is seen',
  method: 'PATCH',
  path: '/search-mgt/saved-searches/{saved_search_id}',
  summary: 'Change one of your saved searches, or say that you have seen what it found',
  tag: 'posts',
  access: guest,
  params: Type.Object({ saved_search_id: Id }),
  versioned: true,
  body: Type.Object({
    name: Type.Optional(Line(1, 80, { example: 'Bicycles nearby' })),
    query: Type.Optional({
      ...SavedQuery,
      description: 'replaces the whole query; what the former one found is forgotten',
    }),
    cadence: Type.Optional(Cadence),
    seen_until: Type.Optional({ ...Instant, description: 'what was found until then is not new any more' }),
  }),
  replies: { 200: { message: 'Saved search updated successfully', data: SavedSearchRecord } },
  problems: [
    noSuchSavedSearch,
    searchAlreadySaved,
    searchTooWide,
    attributeInvalid,
    geoInvalid,
    priceRangeInvalid,
    pricePrecision,
  ],
  limit: { max: 120, strict: 60, windowSeconds: 60 },

  async handle({ params, body, caller, expectVersion, ...work }) {
    const { db, clock } = work
    const now = clock.now()
    const own = { userId: caller.id, now }
    const id = params.saved_search_id
    const asked = body.query && (await readAsked(work, body.query, caller))
    await lockPerson(db, caller.id)
    const before = await lockSavedSearch(db, id, own)
    if (!before) throw noSuchSavedSearch()
    expectVersion(before)
    if (asked) {
      const { twin } = await countSavedSearches(db, caller.id, asked.query)
      if (twin !== null && twin !== id) throw searchAlreadySaved({ details: { saved_search_id: twin } })
      if (twin === null) {
        await deleteFinds(db, id)
        await stopWaiting(db, id)
        await fileSearch(db, { id, userId: caller.id }, asked.needs, asked.filter)
      }
    }
    const cadence = body.cadence ?? before.cadence
    // What waits for a morning that does not come any more is in the list of what was found.
    if (cadence !== before.cadence) await stopWaiting(db, id)
    const seen = body.seen_until === undefined ? before.seen_at : new Date(body.seen_until)
    const change = {
      name: body.name ?? before.name,
      cadence,
      seenAt: new Date(Math.max(before.seen_at.getTime(), Math.min(seen.getTime(), now.getTime()))),
      asked: asked ?? null,
    }
    await update(db, id, change, now)
    const after = await findSavedSearch(db, id, own)
    if (!after) throw noSuchSavedSearch()
    return presentSavedSearch(after)
  },
})

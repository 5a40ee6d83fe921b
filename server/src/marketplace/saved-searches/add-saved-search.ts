import { Type } from 'typebox'
import { newId } from '../../platform/ids.ts'
import { operation } from '../../platform/operation/operation.ts'
import { Line } from '../../platform/operation/schema.ts'
import { guest } from '../access.ts'
import { attributeInvalid, pricePrecision } from '../posts/public.ts'
import { geoInvalid, priceRangeInvalid } from '../search/public.ts'
import { passGate, quotaExceeded } from '../subscriptions/public.ts'
import { lockPerson } from '../users/public.ts'
import { readAsked } from './asked-search.ts'
import { saveAsked } from './kept-search.ts'
import { savedSearchLimit, searchAlreadySaved, searchTooWide } from './problems.ts'
import { countSavedSearches, findSavedSearch } from './queries.ts'
import { Cadence, SavedQuery } from './saved-query.ts'
import { presentSavedSearch, SavedSearchRecord } from './shapes.ts'

const mostSaved = 50

export const addSavedSearch = operation({
  source: 'not in the specification; searches that tell of what is published later',
  method: 'POST',
  path: '/search-mgt/saved-searches',
  summary: 'Save a search, to be told of what it finds from now on',
  tag: 'posts',
  access: guest,
  body: Type.Object({
    name: Line(1, 80, { example: 'Bicycles nearby' }),
    query: SavedQuery,
    cadence: Type.Optional(Cadence),
  }),
  replies: { 200: { message: 'Search saved successfully', data: SavedSearchRecord } },
  problems: [
    savedSearchLimit,
    quotaExceeded,
    searchAlreadySaved,
    searchTooWide,
    attributeInvalid,
    geoInvalid,
    priceRangeInvalid,
    pricePrecision,
  ],
  limit: { max: 60, strict: 20, windowSeconds: 60 },

  async handle({ body, caller, ...work }) {
    const { db, clock } = work
    const asked = await readAsked(work, body.query, caller)
    await lockPerson(db, caller.id)
    const { count, twin } = await countSavedSearches(db, caller.id, asked.query)
    if (twin !== null) throw searchAlreadySaved({ details: { saved_search_id: twin } })
    if (count >= mostSaved) throw savedSearchLimit()
    await passGate(work, caller, 'saved_searches', count)
    const own = { id: newId(), userId: caller.id }
    const { name, cadence = 'daily' } = body
    await saveAsked(work, own, asked, { name, cadence, at: clock.now() })
    const saved = await findSavedSearch(db, own.id, { userId: caller.id, now: clock.now() })
    if (!saved) throw new Error('what was just saved is not there')
    return presentSavedSearch(saved)
  },
})

import { type Static, Type } from 'typebox'
import type { Clock } from '../../platform/clock.ts'
import type { Page, PageOf } from '../../platform/operation/page.ts'
import { cursorInvalid } from '../../platform/operation/problem.ts'
import type { Reading } from '../../platform/operation/work.ts'
import type { Caller } from '../access.ts'
import { presentCard } from '../posts/public.ts'
import { filterFields, readFilter } from '../search/public.ts'
import { cursorExpired } from './problems.ts'
import { findSnapshot, type Place, selectRanked } from './queries.ts'
import { mostDeferred, spread } from './spread.ts'

const { lat, lng, radius_km, category_id } = filterFields

/** The filters of ranked lists. */
export const rankedFilters = { lat, lng, radius_km, category_id }
const RankedQuery = Type.Object(rankedFilters)

const usualRadiusKm = 50
/** So many more than a page are read where few of an author may be on it. They are seldom too few. */
const spare = 10

interface Walk {
  snapshotId: string | null
  place: Place
}

const beginning: Walk = { snapshotId: null, place: { passed: 0, deferred: [] } }

/** What a cursor of ours says. @throws CURSOR_INVALID */
function walkOf(after: Page['after']): Walk {
  if (!after) return beginning
  const [snapshotId, passed, ...deferred] = after
  if (typeof snapshotId !== 'string' || typeof passed !== 'number') throw cursorInvalid()
  return { snapshotId, place: { passed, deferred: deferred.map(Number) } }
}

interface Asked {
  query: Static<typeof RankedQuery>
  caller: Caller | null
  page: Page
  /** Of one author on a page. */
  mostOfOne: number
}

/** A page of a ranked list, which goes on in the snapshot in which it began. @throws CURSOR_EXPIRED, GEO_INVALID */
export async function rankedPage(
  { db, clock, services }: Pick<Reading, 'db' | 'services'> & { clock: Clock },
  list: string,
  { query, caller, page, mostOfOne }: Asked,
): Promise<PageOf<unknown>> {
  const now = clock.now()
  const walk = walkOf(page.after)
  const { filter, view } = await readFilter(services.cache, query, caller, now, {
    comparesPrices: false,
    ...(query.lat === undefined ? {} : { defaultRadiusKm: usualRadiusKm }),
  })
  const snapshotId = await findSnapshot(db, list, { id: walk.snapshotId, now })
  if (snapshotId === undefined) {
    if (walk.snapshotId !== null) throw cursorExpired()
    return page.upTo([], null, String)
  }
  const { place } = walk
  const { limit } = page
  const take = async (most: number) => {
    const rows = await selectRanked(db, snapshotId, { filter, view, place, most })
    return spread(rows, { place, limit, mostOfOne, isEnd: rows.length < most })
  }
  const mostEver = limit + mostDeferred + 1
  // Whatever was put off has to be among the rows, so a page behind such is read whole.
  const few = limit + 1 + (mostOfOne < limit ? spare : 0)
  const first = await take(place.deferred.length > 0 ? mostEver : few)
  const { page: shown, next } = first.isCut ? await take(mostEver) : first
  return page.upTo(shown, next ? [snapshotId, next.passed, ...next.deferred] : null, (row) =>
    presentCard(row, services.settings.publicUrl),
  )
}

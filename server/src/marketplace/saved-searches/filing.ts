import type { Area, Filter, Need } from '../search/public.ts'

/** A search under one key, with what rules out that it finds a listing. */
export interface FiledRow {
  key: string
  saved_search_id: string
  user_id: string
  second: string | null
  currency: string | null
  min_price_minor: number
  /** Null for any. */
  max_price_minor: number | null
  west: number
  south: number
  east: number
  north: number
}

/** Of the squares of a place a few show how much is filed there. */
const mostSampled = 4
const sampleOf = (need: Need): Need =>
  need.filter((_, index) => index % Math.ceil(need.length / mostSampled) === 0)

/** The keys of which it matters how many searches are filed under them. */
export const comparedKeys = (needs: readonly Need[]): string[] => [...new Set(needs.flatMap(sampleOf))]

const everywhere = { west: -180, south: -90, east: 180, north: 90 }

/** The box of an area; one across the 180th meridian is taken as the whole way round. */
function boxOf(area: Area | null): typeof everywhere {
  const { west, south, east, north } = area?.box ?? everywhere
  return west <= east ? { west, south, east, north } : { west: -180, south, east: 180, north }
}

/**
 * Files a search under that of its needs under which fewest others are, so that what a listing has to be compared with
 * stays little wherever people ask for the same. Of the other needs one that is a single key goes beside it.
 * @param counts how many there are under each of the compared keys
 */
export function fileUnder(
  { id, userId }: { id: string; userId: string },
  needs: readonly Need[],
  filter: Filter,
  counts: ReadonlyMap<string, number>,
): FiledRow[] {
  const load = (need: Need) => Math.max(...sampleOf(need).map((key) => counts.get(key) ?? 0)) + need.length
  const ranked = needs.toSorted((one, other) => load(one) - load(other))
  const [rarest = []] = ranked
  const second = ranked.slice(1).find((need) => need.length === 1)?.[0] ?? null
  return [...new Set(rarest)].map((key) => ({
    key,
    saved_search_id: id,
    user_id: userId,
    second,
    currency: filter.currency,
    min_price_minor: filter.minPriceMinor ?? 0,
    max_price_minor: filter.maxPriceMinor,
    ...boxOf(filter.area),
  }))
}

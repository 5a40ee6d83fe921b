import { randomInt } from 'node:crypto'
import type { Cache } from '../../platform/cache.ts'
import type { Json } from '../../platform/operation/json.ts'
import type { Key } from '../../platform/operation/page.ts'
import type { WriteBehind } from '../../platform/write-behind.ts'
import { distanceKm, presentCard, presentPromotedCard, type View } from '../posts/public.ts'
import {
  type ByUrgency,
  byUrgency,
  noteImpressions,
  type Promotion,
  type Promotions,
  promotions,
  type Surface,
} from '../promotions/public.ts'
import { type Filter, isBroad } from './matching-queries.ts'
import { mayMatch } from './may-match.ts'
import type { Candidates, FoundRow } from './queries.ts'

/** At most one row in so many has a place that was paid for. */
const oneIn = 6
/** And so many on all pages of a list together: their ids stand in its cursor. */
const mostInWalk = 12
/** So many more than there are places for are compared with a list: of some, who is asked may see nothing. */
const spare = 3
/** And so many with a list that asks for what is not known here, such as a price, or words in their order. */
const mostCompared = 24

/** A row of a list, with what it has its place for. */
export type ListedRow = FoundRow & { promotion?: Promotion }

interface Asked {
  surface: Surface
  filter: Filter
  view: View
  limit: number
  /** The last row of the page before, of lists by age; null behind the first page of any other list. */
  after: Key | null | undefined
  /** What had such a place on the pages before. */
  shown: readonly string[]
}

/** Whether a list by age has yet to come to a listing; of no other list it is known behind the first page. */
function isAhead({ published_at, post_id }: Promotion, after: Asked['after']): boolean {
  if (after === undefined) return true
  if (after === null) return false
  const [at, id] = after
  const difference = published_at.getTime() - Date.parse(String(at))
  return difference < 0 || (difference === 0 && post_id < String(id))
}

function isNear(promotion: Promotion, { area }: Filter): boolean {
  if (!area) return true
  const here = { latitude: promotion.public_latitude, longitude: promotion.public_longitude }
  if (area.circle) return distanceKm(area.circle.centre, here) <= area.circle.radiusKm
  const { west, south, east, north } = area.box
  const isBetween =
    west <= east
      ? here.longitude >= west && here.longitude <= east
      : here.longitude >= west || here.longitude <= east
  return isBetween && here.latitude >= south && here.latitude <= north
}

/** Of what is in the categories that were asked for. */
const isFiled = ({ leaf_category_id: id }: Promotion, { subCategoryIds: asked }: Filter) =>
  !asked || asked.includes(id)

const mayStandIn = (one: Promotion, { surface, filter, view, after, shown }: Asked): boolean =>
  (surface === 'feed' ? one.in_feed : one.in_search) &&
  one.starts_at <= view.now &&
  one.ends_at > view.now &&
  one.author_id !== view.viewer &&
  !shown.includes(one.post_id) &&
  isAhead(one, after) &&
  isFiled(one, filter) &&
  isNear(one, filter)

/** All of some in an order of chance, drawn as far as somebody asks; the list is used up. */
function* drawn<Item>(left: Item[]): Generator<Item> {
  while (left.length > 0) {
    const at = randomInt(left.length)
    const [one, last] = [left[at], left.pop()]
    if (one === undefined || last === undefined) return
    if (at < left.length) left[at] = last
    yield one
  }
}

/** Those that run of what a filter asks for, as far as words and categories tell. */
function filedUnder({ all, ofCategory, ofWord }: Promotions, { words, categoryIds }: Filter): ByUrgency[] {
  const meant = words === null ? null : mayMatch(words, ofWord)
  if (meant === null) return categoryIds?.flatMap((id) => ofCategory.get(id) ?? []) ?? [all]
  const isAsked = categoryIds && new Set(categoryIds)
  return [byUrgency([...meant].filter((one) => isAsked?.has(one.leaf_category_id) ?? true))]
}

/**
 * Those that may have a place in a list, each listing once, the urgent ones first and else by chance. Of a thousand that run,
 * most are not looked at.
 */
function candidatesOf(running: Promotions, asked: Asked, mostChosen: number): Promotion[] {
  const some = filedUnder(running, asked.filter)
  const chosen = new Map<string, Promotion>()
  for (const urgency of ['urgent', 'usual'] as const)
    for (const one of drawn(some.flatMap((each) => each[urgency]))) {
      if (chosen.size === mostChosen) return [...chosen.values()]
      if (!chosen.has(one.post_id) && mayStandIn(one, asked)) chosen.set(one.post_id, one)
    }
  return [...chosen.values()]
}

/** What may have a place of its own on a page: nothing, mostly, and then nobody looks for it. */
export interface Promotable extends Candidates {
  promotionOf: ReadonlyMap<string, Promotion>
}

export async function promotableFor(cache: Cache, asked: Asked): Promise<Promotable> {
  const most = Math.min(Math.floor(asked.limit / oneIn), mostInWalk - asked.shown.length)
  const isKnownHere = isBroad(asked.filter) && !/[<!:]/.test(asked.filter.words ?? '')
  const mostChosen = isKnownHere ? most + spare : mostCompared
  const candidates = most > 0 ? candidatesOf(await cache.get(promotions), asked, mostChosen) : []
  const promotionOf = new Map(candidates.map((one) => [one.post_id, one]))
  return { promotionOf, ids: [...promotionOf.keys()], most }
}

/**
 * A list with its paid places: behind two rows and then behind five each. Whatever has one is not shown at its own
 * place again, and none is given where fewer than five rows stand beside it.
 */
export function withPlaces(
  rows: readonly FoundRow[],
  promoted: readonly FoundRow[],
  { promotionOf }: Promotable,
): ListedRow[] {
  for (let count = promoted.length; count > 0; count -= 1) {
    const placed = promoted.slice(0, count).flatMap((row): ListedRow[] => {
      const promotion = promotionOf.get(row.id)
      return promotion ? [{ ...row, promotion }] : []
    })
    const others = rows.filter(({ id }) => !placed.some((one) => one.id === id))
    if (others.length < count * (oneIn - 1)) continue
    return others.flatMap((row, index): ListedRow[] => {
      const place = index % (oneIn - 1) === 2 ? placed[(index - 2) / (oneIn - 1)] : undefined
      return place ? [place, row] : [row]
    })
  }
  return [...rows]
}

/** What a cursor keeps of the paid places up to a page. */
export const shownWith = (shown: readonly string[], rows: readonly ListedRow[], limit: number): string =>
  [...shown, ...rows.slice(0, limit).flatMap(({ id, promotion }) => (promotion ? [id] : []))].join(',')

export const shownIn = (kept: Key[number] | undefined): string[] =>
  typeof kept === 'string' && kept !== '' ? kept.split(',') : []

export const noteShown = (writeBehind: WriteBehind, rows: readonly ListedRow[], limit: number): void =>
  noteImpressions(
    writeBehind,
    rows.slice(0, limit).flatMap(({ promotion }) => promotion ?? []),
  )

export const presentListed = (row: ListedRow, publicUrl: string): Json =>
  row.promotion ? presentPromotedCard(row, row.promotion.is_urgent, publicUrl) : presentCard(row, publicUrl)

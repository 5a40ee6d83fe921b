import type { Db } from '../../platform/db/database.ts'
import { type Published, selectTrending } from './score-queries.ts'
import { type ListSize, type ScoredRow, Shortlist } from './shortlist.ts'
import { selectMostViewed, selectMostViewedNear, selectSquares, type Window } from './window-queries.ts'

/** How many listings, or squares, one statement looks at. */
export interface ReadPortions {
  listings: number
  squares: number
}

interface Reading {
  now: Date
  portions: ReadPortions
  size: ListSize
}

/** What is trending: each listing that was published in the last seven days may be. */
export async function gatherTrending(db: Db, { now, portions, size }: Reading): Promise<ScoredRow[]> {
  const found = new Shortlist(size)
  for (let after: Published | undefined, isMore = true; isMore; ) {
    const rows = await selectTrending(db, now, after, portions.listings)
    found.add(rows.filter(({ is_visible }) => is_visible))
    after = rows.at(-1)
    isMore = rows.length === portions.listings
  }
  return found.ranked()
}

/** What was looked at most within a window: the first of all, and the first of each square. */
export async function gatherMostViewed(db: Db, window: Window, reading: Reading): Promise<ScoredRow[]> {
  const ofAll = await firstOfAll(db, window, reading)
  const { now, portions, size } = reading
  const found = new Shortlist(size)
  found.add(ofAll)
  const known = new Set(ofAll.map(({ id }) => id))
  for (let after: number | undefined, isMore = true; isMore; ) {
    const squares = await selectSquares(db, window, after, portions.squares)
    const near = await selectMostViewedNear(db, window, now, squares, size.inSquare)
    found.add(near.filter(({ id }) => !known.has(id)))
    after = squares.at(-1)
    isMore = squares.length === portions.squares
  }
  return found.ranked()
}

async function firstOfAll(db: Db, window: Window, { now, portions, size }: Reading): Promise<ScoredRow[]> {
  const open: ScoredRow[] = []
  for (let after: ScoredRow | undefined, isMore = true; isMore; ) {
    const rows = await selectMostViewed(db, window, now, after, portions.listings)
    open.push(...rows.filter(({ is_open }) => is_open))
    after = rows.at(-1)
    isMore = rows.length === portions.listings && open.length < size.inAll
  }
  return open.slice(0, size.inAll)
}

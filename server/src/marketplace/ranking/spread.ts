import type { Place, RankedRow } from './queries.ts'

/** So many of a page are put off for later ones at most; the page ends where it would be more. */
export const mostDeferred = 60

type Ranked = Pick<RankedRow, 'position' | 'author_id'>

interface Spread<Row> {
  page: Row[]
  /** Where the next page begins; undefined when there is none. */
  next: Place | undefined
  /** Whether all rows were looked at although more come behind them: what the page is shows only with these. */
  isCut: boolean
}

/**
 * Takes the next rows of a list so that no author has more than `mostOfOne` on a page. What is too much for this
 * page is put off, and comes first on the next one: nothing is lost, and nothing comes twice.
 * @param rows in the order of the list, those that were put off among them
 * @param isEnd whether no more come behind these
 */
export function spread<Row extends Ranked>(
  rows: readonly Row[],
  { place, limit, mostOfOne, isEnd }: { place: Place; limit: number; mostOfOne: number; isEnd: boolean },
): Spread<Row> {
  const page: Row[] = []
  const deferred: number[] = []
  const ofAuthor = new Map<string, number>()
  let looked = 0
  for (const row of rows) {
    if (page.length === limit || deferred.length === mostDeferred) break
    looked += 1
    const count = ofAuthor.get(row.author_id) ?? 0
    ofAuthor.set(row.author_id, count + 1)
    if (count < mostOfOne) page.push(row)
    else deferred.push(row.position)
  }
  const rest = rows.slice(looked)
  const isCut = !isEnd && rest.length === 0
  if (isEnd && rest.length === 0 && deferred.length === 0) return { page, next: undefined, isCut }
  const passed = Math.max(place.passed, rows[looked - 1]?.position ?? 0)
  // A page may be full before it came to all that were put off earlier.
  const waiting = rest.filter(({ position }) => position < passed).map(({ position }) => position)
  return { page, next: { passed, deferred: [...deferred, ...waiting] }, isCut }
}

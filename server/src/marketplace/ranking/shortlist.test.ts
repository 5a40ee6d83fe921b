import { expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { type ScoredRow, Shortlist, usualSize } from './shortlist.ts'

const leaf_category_id = newId()

/** Many listings of which several have the same score, in squares of very different sizes. */
const rows = Array.from({ length: 30_000 }, (_, n): ScoredRow => {
  const spread = (n * 7919) % 30_000
  return {
    id: newId(),
    score: Math.floor(spread / 3),
    leaf_category_id,
    cell_middle: Math.floor(Math.sqrt(n)),
  }
})

test('holds the first of all and of each square, whatever portions they come in', () => {
  const sorted = rows.toSorted((one, other) => other.score - one.score || (one.id < other.id ? 1 : -1))
  const inSquare = new Map<number, number>()
  const expected = sorted.filter(({ cell_middle }, index) => {
    const nth = (inSquare.get(cell_middle) ?? 0) + 1
    inSquare.set(cell_middle, nth)
    return index < usualSize.inAll || nth <= usualSize.inSquare
  })
  for (const most of [1, 7000, rows.length]) {
    const found = new Shortlist(usualSize)
    for (let from = 0; from < rows.length; from += most) found.add(rows.slice(from, from + most))
    expect(found.ranked()).toEqual(expected)
  }
})

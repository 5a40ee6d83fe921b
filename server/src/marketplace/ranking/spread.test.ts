import { expect, test } from 'vitest'
import type { Place } from './queries.ts'
import { mostDeferred, spread } from './spread.ts'

/** Walks a list whose rows are taken away as the walk goes on. */
function walk(authors: string[], limit: number, isGone: (position: number, page: number) => boolean) {
  let longest = 0
  let place: Place | undefined = { passed: 0, deferred: [] }
  const pages: { position: number; author_id: string }[][] = []
  const all = authors.map((author_id, index) => ({ author_id, position: index + 1 }))
  const most = limit + mostDeferred + 1
  const read = ({ passed, deferred }: Place) =>
    all
      .filter(({ position }) => position > passed || deferred.includes(position))
      .filter(({ position }) => !isGone(position, pages.length))
      .slice(0, most)
  while (place) {
    const rows = read(place)
    const { page, next }: ReturnType<typeof spread<(typeof all)[number]>> = spread(rows, {
      place,
      limit,
      mostOfOne: 2,
      isEnd: rows.length < most,
    })
    longest = Math.max(longest, next?.deferred.length ?? 0)
    pages.push(page)
    place = next
    if (pages.length > authors.length) throw new Error('the walk has no end')
  }
  expect(longest).toBeLessThanOrEqual(mostDeferred)
  return pages
}

const mixed = Array.from({ length: 150 }, (_, index) =>
  index % 7 === 0 ? `author ${index}` : `author ${index % 3}`,
)

test.each([1, 2, 20, 37, 100])('shows everything once, and two of an author on a page of %i', (limit) => {
  for (const authors of [mixed, mixed.map(() => 'one'), mixed.map((_, index) => `author ${index}`)]) {
    const pages = walk(authors, limit, () => false)
    const positions = pages.flat().map(({ position }) => position)
    expect(new Set(positions).size).toBe(positions.length)
    expect(positions).toHaveLength(authors.length)
    const mostOfOne = pages.map((page) => {
      const groups = Map.groupBy(page, ({ author_id }) => author_id).values()
      return Math.max(...[...groups].map((group) => group.length))
    })
    expect(Math.max(...mostOfOne)).toBeLessThanOrEqual(2)
  }
})

test('shows what stays once while others go', () => {
  const isGone = (position: number, page: number) => position % 5 === 0 && page > 2
  const positions = walk(mixed, 10, isGone)
    .flat()
    .map(({ position }) => position)
  const stayed = mixed.map((_, index) => index + 1).filter((position) => position % 5 !== 0)
  expect(new Set(positions).size).toBe(positions.length)
  expect(stayed.filter((position) => !positions.includes(position))).toEqual([])
})

test('has full pages where there are enough authors', () => {
  const pages = walk(
    mixed.map((_, index) => `author ${index % 40}`),
    20,
    () => false,
  )
  expect(pages.slice(0, -1).every((page) => page.length === 20)).toBe(true)
})

test('a page of few rows is that of all of them, unless it says that it is cut', () => {
  const limit = 20
  const most = limit + mostDeferred + 1
  const cuts = new Set<boolean>()
  for (let length = 0; length < 120; length += 1)
    for (const authors of [1, 5, 11, 40]) {
      const list = Array.from({ length }, (_, at) => ({
        position: at + 1,
        author_id: `${(at * at) % authors}`,
      }))
      const take = (read: number) => {
        const rows = list.slice(0, read)
        const place = { passed: 0, deferred: [] }
        return spread(rows, { place, limit, mostOfOne: 2, isEnd: rows.length < read })
      }
      const [few, all] = [take(limit + 11), take(most)]
      cuts.add(few.isCut)
      expect(all.isCut).toBe(false)
      if (!few.isCut) expect(few).toEqual(all)
    }
  expect(cuts).toEqual(new Set([true, false]))
})

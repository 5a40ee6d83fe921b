/** A listing with the number that it is ranked by. */
export interface ScoredRow {
  id: string
  score: number
  leaf_category_id: string
  cell_middle: number
}

/** What a list holds: so many of all, and of each square of 28 km, so that small towns have theirs. */
export const usualSize = { inAll: 10_000, inSquare: 100 }
export type ListSize = typeof usualSize

const byScore = (one: ScoredRow, other: ScoredRow) =>
  other.score - one.score || (one.id < other.id ? 1 : one.id > other.id ? -1 : 0)

/** The first of what is added, in any order: what cannot be among them any more is dropped now and then. */
class First {
  readonly #most: number
  #rows: ScoredRow[] = []

  constructor(most: number) {
    this.#most = most
  }

  add(row: ScoredRow): void {
    this.#rows.push(row)
    if (this.#rows.length >= 2 * this.#most) this.#rows = this.rows()
  }

  rows(): ScoredRow[] {
    return this.#rows.sort(byScore).slice(0, this.#most)
  }
}

/** Finds what a list holds among listings that are added in portions, each once. */
export class Shortlist {
  readonly #size: ListSize
  readonly #ofAll: First
  readonly #ofSquares = new Map<number, First>()

  constructor(size: ListSize) {
    this.#size = size
    this.#ofAll = new First(size.inAll)
  }

  add(rows: readonly ScoredRow[]): void {
    for (const row of rows) {
      this.#ofAll.add(row)
      this.#ofSquare(row.cell_middle).add(row)
    }
  }

  /** In the order of the list. */
  ranked(): ScoredRow[] {
    const first = [this.#ofAll, ...this.#ofSquares.values()].flatMap((some) => some.rows())
    return [...new Map(first.map((row) => [row.id, row])).values()].sort(byScore)
  }

  #ofSquare(cell: number): First {
    const known = this.#ofSquares.get(cell)
    if (known) return known
    const made = new First(this.#size.inSquare)
    this.#ofSquares.set(cell, made)
    return made
  }
}

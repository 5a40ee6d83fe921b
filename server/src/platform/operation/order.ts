import { type RawBuilder, sql } from 'kysely'
import type { Key } from './page.ts'
import { cursorInvalid } from './problem.ts'

type Type = 'timestamptz' | 'date' | 'uuid' | 'text' | 'int' | 'bigint' | 'float8'

/** The names of what can stand in a cursor. */
type Sortable<Row> = {
  [Name in keyof Row]: Row[Name] extends string | number | Date ? Name : never
}[keyof Row]

/** What is sorted by: its name or expression in the statement, its type, and its name in the row. */
type Column<Row> = readonly [at: string | RawBuilder<unknown>, type: Type, name: Sortable<Row>]

/** The order of a paged list. */
export interface Order<Row> {
  /** Goes behind `order by`. */
  by: RawBuilder<unknown>
  /** Whether a row comes after the last one of the page before; without one, each does. */
  isPast(after: Key | undefined): RawBuilder<boolean>
  /** What the cursor keeps of the last row of a page. */
  keyOf(row: Row): Key
}

/**
 * Declares the order of a paged list. All columns go in one direction, so that an index is entered
 * right behind the last page; the last one tells rows apart.
 */
export function orderedBy<Row>(direction: 'asc' | 'desc', ...columns: Column<Row>[]): Order<Row> {
  const places = columns.map(([at]) => (typeof at === 'string' ? sql.ref(at) : at))
  const way = direction === 'asc' ? sql`asc` : sql`desc`
  const beyond = direction === 'asc' ? sql`>` : sql`<`
  return {
    by: sql.join(places.map((place) => sql`${place} ${way}`)),
    isPast(after) {
      if (after === undefined) return sql<boolean>`true`
      if (after.length !== columns.length) throw cursorInvalid()
      const bounds = columns.map(([, type], index) => sql`${after[index]}::${sql.raw(type)}`)
      return sql<boolean>`(${sql.join(places)}) ${beyond} (${sql.join(bounds)})`
    },
    keyOf: (row) =>
      columns.map(([, , name]) => {
        const value = row[name]
        // `Sortable` leaves nothing else.
        return value instanceof Date ? value.toISOString() : (value as string | number)
      }),
  }
}

/**
 * Rows to plan for: a page of the usual size, or the largest, with one more. As a constant it lets
 * PostgreSQL plan once for few rows; a bound limit it would plan anew each time, or for a tenth of all.
 */
export const plannedFor = (limit: number): RawBuilder<number> => sql.lit(limit <= 21 ? 21 : 101)

import { createHmac, timingSafeEqual } from 'node:crypto'
import { cursorInvalid, invalidField } from './problem.ts'

/** Of a list that says nothing else. */
export const mostOnPage = 100

/** What a cursor keeps of a row. */
export type Key = (string | number | null)[]

/** One page of a keyset-ordered list. */
export class PageOf<Item> {
  readonly data: Item[]
  readonly meta: Record<string, unknown>
  constructor(data: Item[], meta: Record<string, unknown>) {
    this.data = data
    this.meta = meta
  }
}

/** The page a caller asked for. Query for `limit + 1` rows after `after`, then hand them to `of`. */
export interface Page {
  limit: number
  /** The last row's key of the page before; undefined on the first page. */
  after: Key | undefined
  /** Rows to skip, of a numbered list whose page was asked for by number; else 0. */
  offset: number
  /** Cuts the extra row, makes the next cursor from the last row's key, presents the rows. */
  of<Row, Item>(
    rows: Row[],
    keyOf: (row: Row) => Key,
    present: (row: Row) => Item,
    meta?: Record<string, unknown>,
  ): PageOf<Item>
  /** A page of just these rows, of a list that says by itself where the next page begins; `next` is null on the last one. */
  upTo<Row, Item>(rows: Row[], next: Key | null, present: (row: Row) => Item): PageOf<Item>
}

interface PageRequest {
  secret: string
  /** What the cursor is bound to: operation, caller and filters. A cursor fits nothing else. */
  scope: () => string
  limit: number
  /** Empty for the first page. */
  cursor: string | undefined
  /** From 1, of numbered lists. */
  number?: number | undefined
}

const sign = (secret: string, scope: string, payload: string) =>
  createHmac('sha256', secret).update(`cursor\n${scope}\n${payload}`).digest().subarray(0, 16)

function open(secret: string, scope: string, cursor: string): Key {
  const [payload = '', signature = ''] = cursor.split('.')
  const given = Buffer.from(signature, 'base64url')
  const expected = sign(secret, scope, payload)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw cursorInvalid()
  return JSON.parse(Buffer.from(payload, 'base64url').toString())
}

/** @throws CURSOR_INVALID when the cursor was changed or belongs to another list. */
export function pageOf({ secret, scope, limit, cursor, number = 1 }: PageRequest): Page {
  if (cursor && number > 1)
    throw invalidField('query.page', 'exclusive', 'does not go together with a cursor')
  const cursorOf = (key: Key): string => {
    const payload = Buffer.from(JSON.stringify(key)).toString('base64url')
    return `${payload}.${sign(secret, scope(), payload).toString('base64url')}`
  }
  return {
    limit,
    offset: (number - 1) * limit,
    after: cursor ? open(secret, scope(), cursor) : undefined,
    of(rows, keyOf, present, meta = {}) {
      const shown = rows.slice(0, limit)
      const last = shown.at(-1)
      const hasMore = rows.length > limit
      const nextCursor = hasMore && last !== undefined ? cursorOf(keyOf(last)) : null
      return new PageOf(shown.map(present), { nextCursor, hasMore, limit, ...meta })
    },
    upTo: (rows, next, present) =>
      new PageOf(rows.map(present), { nextCursor: next && cursorOf(next), hasMore: next !== null, limit }),
  }
}

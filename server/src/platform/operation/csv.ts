import { Readable } from 'node:stream'
import type { Key } from './page.ts'
import type { FileReply } from './reply.ts'

type Cell = string | number | boolean | Date | null | undefined

/** Spreadsheets take text that begins so for a formula and run it. */
const looksLikeFormula = /^[=+\-@\t\r]/

function written(cell: Cell): string {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) return cell.toISOString()
  if (typeof cell !== 'string') return String(cell)
  const text = looksLikeFormula.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const line = (cells: readonly Cell[]) => `${cells.map(written).join(',')}\r\n`

const pieceLength = 16_384

/** The lines in pieces that are worth sending. */
async function* pieces(columns: readonly string[], rows: AsyncIterable<readonly Cell[]>) {
  let piece = line(columns)
  for await (const row of rows) {
    piece += line(row)
    if (piece.length < pieceLength) continue
    yield piece
    piece = ''
  }
  yield piece
}

/**
 * A table as RFC 4180 writes it, sent while its rows are still being read. It is read after the
 * handler has returned: rows must come from a read, never from a transaction.
 */
export const csv = (
  name: string,
  columns: readonly string[],
  rows: () => AsyncIterable<readonly Cell[]>,
): FileReply => ({
  name,
  type: 'text/csv; charset=utf-8; header=present',
  open: () => Readable.from(pieces(columns, rows()), { objectMode: false }),
})

interface Listed<Row> {
  read: (page: { after: Key | undefined; limit: number }) => Promise<Row[]>
  keyOf: (row: Row) => Key
  /** So many are read at once, as many as a page of the list may have. */
  atOnce?: number
  most?: number
}

/** The rows of a list, one page after the other: however many there are, few are held at once. */
export async function* inPages<Row>({
  read,
  keyOf,
  atOnce = 100,
  most = Number.POSITIVE_INFINITY,
}: Listed<Row>): AsyncIterable<Row> {
  let after: Key | undefined
  for (let left = most; left > 0; left -= atOnce) {
    const limit = Math.min(atOnce, left)
    const rows = await read({ after, limit })
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < limit) return
    after = keyOf(last)
  }
}

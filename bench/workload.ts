import type { StatementName } from './limits/statements.ts'
import type { Shot } from './load.ts'

export interface Workload {
  name: string
  title: string
  /** The operation's key in the interface's list, or the name of one of ours. */
  operation: string
  product: 'marketplace' | 'wellness'
  kind: 'read' | 'write' | 'search' | 'people' | 'practice'
  /** Of limits/statements.ts. */
  statement: StatementName
  /** Who sends the i-th request, as a number of the data set. */
  person(i: number): number
  /** The i-th request to the product. */
  shot(i: number): Shot
  /** What the product's first answer says: that there is something, and that it was done. */
  says?: RegExp
  /** Sent again in the same words it writes nothing. */
  isTakenOnce?: true
  /** Everybody has asked before: what the product keeps from the first time on is kept. */
  isRepeated?: true
  /** The page after the first hundred is asked for. */
  isDeep?: true
  /** The same to the bare server. */
  bare(i: number): Shot
  /** The same to Parse Server, where it has such a thing. */
  parse?(i: number): Shot
  /** Whether Parse Server needs PostGIS for it. */
  needsPostgis?: true
}

export type Query = Record<string, string | number>
const queryOf = (query: Query) =>
  Object.entries(query)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')
export const get = (path: string, query: Query = {}): Shot => {
  const asked = queryOf(query)
  return { method: 'GET', path: asked === '' ? path : `${path}?${asked}` }
}
export const post = (path: string, body: object): Shot => ({
  method: 'POST',
  path,
  body: JSON.stringify(body),
})

/** One line of a table of workloads. */
export const linesOf =
  (product: Workload['product'], kind: Workload['kind']) =>
  (
    name: string,
    title: string,
    operation: string,
    statement: StatementName,
    asked: Pick<Workload, 'person' | 'shot' | 'bare' | 'says' | 'isTakenOnce'>,
  ): Workload => ({ name, title, operation, statement, product, kind, ...asked })

import pg from 'pg'
import type { Patience } from './patience.ts'

/** What a statement's rows look like, and how each is read. */
interface Shape {
  fields: unknown[]
  _parsers: unknown
  _prebuiltEmptyResultObject: unknown
}

/** What `pg.Query` is made of in the pinned version; its types leave these out. */
interface QueryInside {
  name: string | undefined
  _result: Shape
  _accumulateRows: boolean
  callback: (error: Error | null, result: pg.QueryResult) => void
  prepare(connection: pg.Connection): void
  handleRowDescription(message: unknown): void
}
const Query = pg.Query as unknown as new (text: string, values: unknown[]) => QueryInside

/** What is known of a connection's statements, by their names. */
interface Known {
  shapes: Map<string, Shape>
  /** The connection, but that it does not ask what the rows look like. */
  undescribed: pg.Connection
}
const knownOf = new WeakMap<pg.Connection, Known>()

function known(connection: pg.Connection): Known {
  const found = knownOf.get(connection)
  if (found) return found
  const undescribed: pg.Connection = Object.create(connection, { describe: { value: () => {} } })
  const made = { shapes: new Map<string, Shape>(), undescribed }
  knownOf.set(connection, made)
  return made
}

const firstInstant = 0
const endOfInstants = Date.UTC(10_000)
let lastTime = Number.NaN
let lastText = ''

/** Instants as PostgreSQL reads them; the driver would write them in this machine's zone, at ten times the price. */
function asText(value: unknown): unknown {
  if (!(value instanceof Date)) return value
  const time = value.getTime()
  if (!(time >= firstInstant && time < endOfInstants)) return value
  // A statement often names the same moment several times.
  if (time === lastTime) return lastText
  lastTime = time
  lastText = value.toISOString()
  return lastText
}

/**
 * A statement that is asked once. With a name PostgreSQL prepares it, and describes its rows only the first time on each
 * connection: once they would look otherwise, it refuses the statement.
 */
export class Statement extends Query {
  #shapes: Map<string, Shape> | undefined

  constructor(asked: { name: string | undefined; text: string; values: readonly unknown[] }) {
    super(asked.text, asked.values.map(asText))
    this.name = asked.name
  }

  override prepare(connection: pg.Connection): void {
    const { shapes, undescribed } = known(connection)
    const shape = this.name === undefined ? undefined : shapes.get(this.name)
    if (!shape) {
      this.#shapes = shapes
      super.prepare(connection)
      return
    }
    this._result.fields = shape.fields
    this._result._parsers = shape._parsers
    this._result._prebuiltEmptyResultObject = shape._prebuiltEmptyResultObject
    this._accumulateRows = true
    super.prepare(undescribed)
  }

  override handleRowDescription(message: unknown): void {
    super.handleRowDescription(message)
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result
    if (this.name !== undefined)
      this.#shapes?.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject })
  }

  /** @returns the rows, once it is sent by `send`. */
  sentBy(send: (query: pg.Submittable) => void, patience?: Patience): Promise<pg.QueryResult> {
    return new Promise((resolve, reject) => {
      // Not written straight into its property: V8 would make it an old object, and its rows with it (0092).
      const settle = (error: Error | null, result: pg.QueryResult) => {
        patience?.answered()
        if (error) reject(error)
        else resolve(result)
      }
      this.callback = settle
      patience?.asked()
      send(this as unknown as pg.Submittable)
    })
  }
}

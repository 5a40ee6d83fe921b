import { createHash } from 'node:crypto'
import { Kysely, PostgresDialect, type PostgresPool, type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import { KeepingCompiler } from './compiler.ts'
import { Patience } from './patience.ts'
import { Statement } from './statement.ts'

/**
 * A pool or a transaction; queries take either. Statements are plain SQL through Kysely's `sql` tag,
 * each with its row type beside it, so the builder knows no tables.
 */
export type Db = Kysely<Record<never, never>>

/**
 * Whether an id is one of a list. The sub-select hides the list's length from the planner, which
 * would otherwise plan anew for every length instead of once.
 */
export const isOneOf = (id: RawBuilder<unknown>, ids: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`${id} = any((select ${ids}::uuid[])::uuid[])`

const names = new Map<string, string>()
const mostNames = 4000

/** Repeated statements are prepared once per connection; the name is derived from the text. */
function statementName(text: string): string | undefined {
  const known = names.get(text)
  if (known) return known
  if (names.size >= mostNames) return undefined
  const name = createHash('sha1').update(text).digest('base64url')
  names.set(text, name)
  return name
}

/** A statement that is prepared although it may have no values, unless it is several in one text, which cannot be. */
export const preparable = (text: string, values: unknown[]): pg.QueryConfig =>
  text.includes(';') ? { text, values } : { name: statementName(text), text, values }

/** A connection that prepares what it is asked more than once, and waits no longer for an answer than `query_timeout` says. */
export class PreparingClient extends pg.Client {
  readonly #patience: Patience | undefined

  constructor({ query_timeout, ...config }: pg.ClientConfig = {}) {
    super(config)
    if (query_timeout) this.#patience = new Patience(query_timeout, () => this.connection.stream.destroy())
  }

  // Kysely calls query(text, values), the pool what it is asked with a callback; what submits itself passes through.
  // biome-ignore lint/suspicious/noExplicitAny: pg declares eight overloads of this method
  override query(...args: any[]): any {
    const [asked, values = [], ...callbacks] = args
    if (typeof asked.submit === 'function' || !Array.isArray(values))
      return super.query(...(args as [string]))
    const isText = typeof asked === 'string'
    const config = isText
      ? { name: values.length > 0 ? statementName(asked) : undefined, text: asked, values }
      : asked
    if (isText && callbacks.length === 0)
      return new Statement(config).sentBy((query) => void super.query(query), this.#patience)
    return super.query({ query_timeout: this.#patience?.mostMs, ...config }, ...(callbacks as []))
  }
}

/** A connection whose statements are sent without waiting for the answers to those before them. */
export class PipeliningClient extends PreparingClient {
  #isHoldingBack = false

  constructor(config?: pg.ClientConfig) {
    super({ ...config, pipeline: true })
  }

  // biome-ignore lint/suspicious/noExplicitAny: as in PreparingClient
  override query(...args: any[]): any {
    this.holdBack()
    return super.query(...args)
  }

  /** The statements of one turn of the event loop leave in one write: the system call costs more than a small read. */
  holdBack(): void {
    if (this.#isHoldingBack) return
    this.#isHoldingBack = true
    this.connection.stream.cork()
    setImmediate(() => this.letGo())
  }

  protected letGo(): void {
    this.#isHoldingBack = false
    this.connection.stream.uncork()
  }
}

const int8 = 20
const date = 1082
const timestamptz = 1184
const parseAnyInstant = pg.types.getTypeParser(timestamptz)
const digitsAt = (text: string, at: number) => text.charCodeAt(at) * 10 + text.charCodeAt(at + 1) - 528

/** Lists are full of instants, nearly all of which are written `2026-11-22 16:07:05.123+00`. */
export function parseInstantOfRow(text: string): Date {
  const isUsual = text[4] === '-' && text[0] !== '0' && text.endsWith('+00')
  if (!isUsual) return parseAnyInstant(text)
  const milliseconds = text.length > 22 ? Number(text.slice(19, -3)) * 1000 : 0
  const year = digitsAt(text, 0) * 100 + digitsAt(text, 2)
  const [month, day] = [digitsAt(text, 5) - 1, digitsAt(text, 8)]
  const [hour, minute, second] = [digitsAt(text, 11), digitsAt(text, 14), digitsAt(text, 17)]
  return new Date(Date.UTC(year, month, day, hour, minute, second, milliseconds))
}

const parsers: Record<number, (text: string) => unknown> = {
  [int8]: (text) => {
    const value = Number(text)
    if (!Number.isSafeInteger(value)) throw new RangeError(`bigint ${text} does not fit a number`)
    return value
  },
  [date]: (text) => text,
  [timestamptz]: parseInstantOfRow,
}

const sessionSettings = {
  statement_timeout: 15_000,
  lock_timeout: 8000,
  idle_in_transaction_session_timeout: 20_000,
  timezone: 'UTC',
  // Statements are short and indexes mostly in memory: following one costs little more than a scan,
  // while compiling a plan or starting workers for it costs more than running it.
  random_page_cost: 1.1,
  jit: 'off',
  max_parallel_workers_per_gather: 0,
  // Planning again for the values of each call costs more than most statements; those that gain by it run
  // where it is done.
  plan_cache_mode: 'force_generic_plan',
  // How alike two texts are for the operator %, as low as a misspelled word is; who wants more says how much.
  'pg_trgm.similarity_threshold': 0.2,
}

export const clientConfig = (connectionString: string): pg.ClientConfig => ({
  connectionString,
  connectionTimeoutMillis: 5000,
  query_timeout: 20_000,
  keepAlive: true,
  options: Object.entries(sessionSettings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' '),
  types: {
    getTypeParser: ((oid: number, format: 'text') =>
      parsers[oid] ?? pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
  },
})

export interface PoolOptions {
  connectionString: string
  size: number
  /** For reads: the server refuses writes. */
  isReadOnly?: true
  /** How long a statement may take; long reads have twice the usual time. */
  mostMs?: number
}

/** The options of connections that only read, and on which a statement has so much time. */
export const readOnly = (options: string | undefined, mostMs: number): string =>
  `${options ?? ''} -c default_transaction_read_only=on -c statement_timeout=${mostMs}`

/** For what takes long enough to be planned for its values, as far as PostgreSQL expects a better plan from them. */
const plannedForValues = '-c plan_cache_mode=auto'

/**
 * A pool with time limits on both sides: the server cancels a statement after 15 s, and the
 * client gives up after 20 s even when the network swallows every packet.
 */
export function openPool({ connectionString, size, isReadOnly, mostMs = 30_000 }: PoolOptions): pg.Pool {
  const config = clientConfig(connectionString)
  const pool = new pg.Pool({
    ...config,
    ...(isReadOnly
      ? {
          options: `${readOnly(config.options, mostMs)} ${plannedForValues}`,
          query_timeout: mostMs + 5000,
        }
      : {}),
    max: size,
    Client: PipeliningClient,
    idleTimeoutMillis: 60_000,
  })
  // Without a listener a restart of the database would end this process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

const compiler = new KeepingCompiler()

class Dialect extends PostgresDialect {
  override createQueryCompiler(): KeepingCompiler {
    return compiler
  }
}

export function openDatabase(pool: PostgresPool): Db {
  return new Kysely({ dialect: new Dialect({ pool }) })
}

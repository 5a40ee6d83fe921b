import { createHash } from 'node:crypto'
import { Kysely, PostgresDialect, type PostgresPool, type RawBuilder, sql } from 'kysely'
import pg from 'pg'

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
const mostNames = 2000

/** Repeated statements are prepared once per connection; the name is derived from the text. */
function statementName(text: string): string | undefined {
  const known = names.get(text)
  if (known) return known
  if (names.size >= mostNames) return undefined
  const name = createHash('sha1').update(text).digest('base64url')
  names.set(text, name)
  return name
}

export class PreparingClient extends pg.Client {
  // Kysely and the job queue call query(text, values); callbacks and configs pass through.
  // biome-ignore lint/suspicious/noExplicitAny: pg declares eight overloads of this method
  override query(...args: any[]): any {
    const [text, values, ...rest] = args
    if (typeof text === 'string' && Array.isArray(values) && values.length > 0) {
      return super.query({ name: statementName(text), text, values }, ...(rest as []))
    }
    return super.query(...(args as [string]))
  }
}

const int8 = 20
const date = 1082
const parsers: Record<number, (text: string) => unknown> = {
  [int8]: (text) => {
    const value = Number(text)
    if (!Number.isSafeInteger(value)) throw new RangeError(`bigint ${text} does not fit a number`)
    return value
  },
  [date]: (text) => text,
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
  /** For long reads: the server refuses writes, and gives them twice the time. */
  isReadOnly?: true
}

const longReads = '-c default_transaction_read_only=on -c statement_timeout=30000'

/**
 * A pool with time limits on both sides: the server cancels a statement after 15 s, and the
 * client gives up after 20 s even when the network swallows every packet.
 */
export function openPool({ connectionString, size, isReadOnly }: PoolOptions): pg.Pool {
  const config = clientConfig(connectionString)
  const pool = new pg.Pool({
    ...config,
    ...(isReadOnly ? { options: `${config.options} ${longReads}`, query_timeout: 35_000 } : {}),
    max: size,
    Client: PreparingClient,
    idleTimeoutMillis: 60_000,
  })
  // Without a listener a restart of the database would end this process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

export function openDatabase(pool: PostgresPool): Db {
  return new Kysely({ dialect: new PostgresDialect({ pool }) })
}

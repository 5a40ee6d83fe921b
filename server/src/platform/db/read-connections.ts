import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { clientConfig, PipeliningClient, readOnly } from './database.ts'
import { sqlState } from './failures.ts'
import { type ObserveSlowRead, SlowReads } from './slow-reads.ts'

const mostConnections = 3
/** So many reads that start in one turn of the event loop share a connection, and so one write, before the next gets some. */
const mostTogether = 8
/**
 * Failures of what has not run: of what was cancelled (57014), and of what was sent right behind another of its text that failed before
 * PostgreSQL had prepared it: the driver counts on that one (26000), or prepares the text twice afterwards (42P05).
 */
const notRun = ['57014', '26000', '42P05']

/** A connection that many reads share. */
class SharedClient extends PipeliningClient {
  /** How many reads it carries now. */
  users = 0
  /** How many of them leave together at the end of this turn of the event loop. */
  leaving = 0
  readonly opened: Promise<unknown>
  readonly #slow: SlowReads

  constructor(config: pg.ClientConfig, slow: SlowReads) {
    super(config)
    this.#slow = slow
    this.opened = this.connect()
  }

  // biome-ignore lint/suspicious/noExplicitAny: as in PreparingClient
  override query(...args: any[]): any {
    if (args[0] === 'begin') throw new Error('reads that share a connection cannot have a transaction')
    return super.query(...args).catch((error: unknown) => {
      if (!notRun.includes(sqlState(error) ?? '')) throw error
      return this.#slow.run(args[0], args[1])
    })
  }

  /** One read more that leaves with those of this turn. */
  join(): void {
    this.users += 1
    this.leaving += 1
    this.holdBack()
  }

  protected override letGo(): void {
    this.leaving = 0
    super.letGo()
  }

  release(): void {
    this.users -= 1
  }
}

/**
 * A few connections that any number of reads share. PostgreSQL refuses writes on them, and cancels what
 * takes long, which then runs where it is in nobody's way.
 */
export class ReadConnections implements PostgresPool {
  readonly options: pg.ClientConfig
  readonly #clients = new Set<SharedClient>()
  readonly #slow: SlowReads

  /** @param limits how long a statement may take: what takes longer here would be in the way of everybody whose reads are behind it */
  constructor(
    connectionString: string,
    { mostMs, mostSlowMs = 5000, observe }: { mostMs: number; mostSlowMs?: number; observe: ObserveSlowRead },
  ) {
    const config = clientConfig(connectionString)
    this.options = { ...config, options: readOnly(config.options, mostMs) }
    this.#slow = new SlowReads(connectionString, { mostMs: mostSlowMs, observe })
  }

  async connect(): Promise<PostgresPoolClient> {
    const clients = [...this.#clients]
    const client = clients.find(({ leaving }) => leaving > 0 && leaving < mostTogether) ?? this.#leastUsed()
    client.join()
    await client.opened
    return client as unknown as PostgresPoolClient
  }

  async end(): Promise<void> {
    await Promise.all([this.#slow, ...this.#clients].map((client) => client.end()))
  }

  #leastUsed(): SharedClient {
    const [least] = [...this.#clients].sort((a, b) => a.users - b.users)
    return least && (least.users === 0 || this.#clients.size >= mostConnections) ? least : this.#open()
  }

  #open(): SharedClient {
    const client = new SharedClient(this.options, this.#slow)
    this.#clients.add(client)
    const forget = () => void this.#clients.delete(client)
    client.opened.catch(forget)
    client.on('error', forget).on('end', forget)
    return client
  }
}

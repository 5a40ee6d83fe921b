import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { PreparingClient } from './database.ts'

const mostConnections = 3

/** A connection whose statements are sent without waiting for the answers to those before them. */
class SharedClient extends PreparingClient {
  /** How many reads it carries now. */
  users = 0
  readonly opened: Promise<unknown>
  #isHoldingBack = false

  constructor(config: pg.ClientConfig) {
    super({ ...config, pipeline: true })
    this.opened = this.connect()
  }

  // biome-ignore lint/suspicious/noExplicitAny: as in PreparingClient
  override query(...args: any[]): any {
    if (args[0] === 'begin') throw new Error('reads that share a connection cannot have a transaction')
    this.#holdBack()
    return super.query(...args)
  }

  /** The statements of one turn of the event loop leave in one write: the system call costs more than a small read. */
  #holdBack(): void {
    if (this.#isHoldingBack) return
    const { stream } = this.connection
    this.#isHoldingBack = true
    stream.cork()
    setImmediate(() => {
      this.#isHoldingBack = false
      stream.uncork()
    })
  }

  release(): void {
    this.users -= 1
  }
}

/** A few connections that any number of reads share. PostgreSQL refuses writes on them. */
export class ReadConnections implements PostgresPool {
  readonly options: pg.ClientConfig
  readonly #clients = new Set<SharedClient>()

  constructor(options: pg.ClientConfig) {
    this.options = { ...options, options: `${options.options ?? ''} -c default_transaction_read_only=on` }
  }

  async connect(): Promise<PostgresPoolClient> {
    const client = this.#leastUsed()
    client.users += 1
    await client.opened
    return client as unknown as PostgresPoolClient
  }

  async end(): Promise<void> {
    await Promise.all([...this.#clients].map((client) => client.end()))
  }

  #leastUsed(): SharedClient {
    const [least] = [...this.#clients].sort((a, b) => a.users - b.users)
    return least && (least.users === 0 || this.#clients.size >= mostConnections) ? least : this.#open()
  }

  #open(): SharedClient {
    const client = new SharedClient(this.options)
    this.#clients.add(client)
    const forget = () => void this.#clients.delete(client)
    client.opened.catch(forget)
    client.on('error', forget).on('end', forget)
    return client
  }
}

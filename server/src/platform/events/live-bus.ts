import pg from 'pg'
import type { Logger } from 'pino'

type Listener = () => void

/** Wakes listeners when something was published for a person, in this process or another. */
export interface LiveBus {
  /** @returns a function that stops listening. */
  listen(topic: string, listener: Listener): () => void
  close(): Promise<void>
}

const channel = 'plaza_live'
const reconnectMs = 1000

/**
 * A bus over PostgreSQL NOTIFY. A payload is only `realm id`; what happened is read from the
 * table. After a lost connection every listener is woken, because notices were missed.
 */
export async function openPostgresBus(connectionString: string, log: Logger): Promise<LiveBus> {
  const listeners = new Map<string, Set<Listener>>()
  let client: pg.Client | undefined
  let isClosed = false
  let retry: NodeJS.Timeout | undefined

  const wake = (set: Iterable<Listener>) => {
    for (const listener of set) listener()
  }

  async function connect(): Promise<void> {
    const next = new pg.Client({ connectionString, keepAlive: true })
    next.on('notification', ({ payload }) => wake(listeners.get(payload ?? '') ?? []))
    next.on('error', (error) => {
      log.warn({ error: error.message }, 'the live bus lost its connection')
      void next.end().catch(() => {})
      scheduleReconnect()
    })
    await next.connect()
    await next.query(`listen ${channel}`)
    client = next
  }

  function scheduleReconnect(): void {
    if (isClosed || retry) return
    retry = setTimeout(() => {
      retry = undefined
      connect().then(() => {
        for (const set of listeners.values()) wake(set)
      }, scheduleReconnect)
    }, reconnectMs)
  }

  await connect()
  return {
    listen(topic, listener) {
      const set = listeners.get(topic) ?? new Set()
      listeners.set(topic, set.add(listener))
      return () => {
        set.delete(listener)
        if (set.size === 0) listeners.delete(topic)
      }
    },
    async close() {
      isClosed = true
      clearTimeout(retry)
      await client?.end().catch(() => {})
    },
  }
}

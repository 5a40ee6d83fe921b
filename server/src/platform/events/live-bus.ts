import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import type { Logger } from 'pino'
import { seconds } from '../clock.ts'
import { PreparingClient } from '../db/database.ts'

type Listener = () => void

/** Wakes listeners when something was published for a person, in this process or another. */
export interface LiveBus {
  /** Wakes those who listen to one of the topics, soon; nobody waits for it. */
  wake(topics: readonly string[]): void
  /** @returns a function that stops listening. */
  listen(topic: string, listener: Listener): () => void
  close(): Promise<void>
}

const channel = 'plaza_live'
const reconnectMs = 1000
const mostAtOnce = 1000
/** So long the first of some waits for others: a notice costs as much for a hundred topics as for one. */
const gatheringMs = 5
/** Who only listens learns of a connection that is gone without a word by asking, and by no answer for so long. */
const usualPatience = { askEveryMs: seconds(15), answerMs: seconds(10) }

/**
 * A bus over PostgreSQL NOTIFY. A payload is only a topic; what happened is read from the
 * table. What is to be woken while a notice is on its way goes together with the next one. After a
 * lost connection every listener is woken, because notices were missed.
 */
export async function openPostgresBus(
  connectionString: string,
  log: Logger,
  { askEveryMs, answerMs } = usualPatience,
): Promise<LiveBus> {
  const listeners = new Map<string, Set<Listener>>()
  let client: pg.Client | undefined
  let isClosed = false
  let retry: NodeJS.Timeout | undefined
  const waiting = new Set<string>()
  let sending: Promise<void> | undefined

  const ring = (set: Iterable<Listener>) => {
    for (const listener of set) listener()
  }

  async function send(): Promise<void> {
    while (client && waiting.size > 0) {
      if (!isClosed) await delay(gatheringMs)
      const topics = [...waiting].slice(0, mostAtOnce)
      for (const topic of topics) waiting.delete(topic)
      // Where the connection is lost their listeners are woken when it is there again, others at their heartbeat.
      await client
        ?.query('select pg_notify($1, topic) from unnest($2::text[]) topic', [channel, topics])
        .catch(() => {})
    }
  }

  function sendSoon(): void {
    if (client && waiting.size > 0)
      sending ??= send().finally(() => {
        sending = undefined
      })
  }

  async function connect(): Promise<void> {
    const next = new PreparingClient({
      connectionString,
      connectionTimeoutMillis: seconds(5),
      query_timeout: answerMs,
    })
    next.on('notification', ({ payload }) => ring(listeners.get(payload ?? '') ?? []))
    next.on('error', (error) => {
      log.warn({ error: error.message }, 'the live bus lost its connection')
      if (client === next) client = undefined
      void next.end().catch(() => {})
      scheduleReconnect()
    })
    try {
      await next.connect()
      // A standby that is about to take over answers, and refuses this.
      await next.query(`listen ${channel}`)
    } catch (error) {
      void next.end().catch(() => {})
      throw error
    }
    const asking = setInterval(() => void next.query('select').catch(() => {}), askEveryMs).unref()
    next.once('end', () => clearInterval(asking))
    client = next
  }

  function scheduleReconnect(): void {
    if (isClosed || retry) return
    retry = setTimeout(() => {
      retry = undefined
      connect().then(() => {
        for (const set of listeners.values()) ring(set)
        sendSoon()
      }, scheduleReconnect)
    }, reconnectMs)
  }

  await connect()
  return {
    wake(topics) {
      for (const topic of topics) waiting.add(topic)
      sendSoon()
    },
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
      await sending
      await client?.end().catch(() => {})
    },
  }
}

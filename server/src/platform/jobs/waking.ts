import type pg from 'pg'
import type { Logger } from 'pino'
import type { LiveBus } from '../events/live-bus.ts'
import { repeatedly } from '../repeatedly.ts'

/** What the workers of a queue wait for; it is woken once a job of it is committed. */
export const topicOfQueue = (name: string): string => `job ${name}`

/** How to make the workers of each queue look for jobs. */
export type Wakers = ReadonlyMap<string, () => void>

/**
 * Wakes the workers of a queue when a job for it was committed, in this process or another, and looks at a
 * slow pace for those that nobody tells of: what was delayed, what is tried again, what the queue itself
 * adds, and what a lost notice spoke of.
 * @returns a function that stops it, after what is under way.
 */
export function keepWaking(
  { pool, live, log }: { pool: pg.Pool; live: LiveBus; log: Logger },
  wakers: Wakers,
  everySeconds: number,
): () => Promise<void> {
  const listening = [...wakers].map(([name, wake]) => live.listen(topicOfQueue(name), wake))
  const stopLooking = repeatedly(
    async () => {
      for (const name of await dueQueues(pool, [...wakers.keys()])) wakers.get(name)?.()
    },
    {
      everySeconds,
      onFailure: ({ message }) => log.warn({ error: message }, 'nobody could look for jobs that are due'),
    },
  )
  return async () => {
    for (const stopListening of listening) stopListening()
    await stopLooking()
  }
}

/** Those of the queues that have a job whose time has come. */
async function dueQueues(pool: pg.Pool, names: readonly string[]): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select queue.name from unnest($1::text[]) as queue (name)
     cross join lateral (
       select from pgboss.job
       where job.name = queue.name and state < 'active' and not blocked and start_after <= now() limit 1) due`,
    [names],
  )
  return rows.map(({ name }) => name)
}

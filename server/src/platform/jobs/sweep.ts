import { type RawBuilder, sql } from 'kysely'
import { Type } from 'typebox'
import { type Job, job } from './job.ts'

const batch = 5000

/** What a job is given that needs nothing. */
export const Nothing = Type.Object({})

interface Limited {
  isPast: RawBuilder<boolean>
  /** How many rows go in one transaction, where each takes many others with it. */
  most: number
}

/**
 * Declares a job that removes rows whose time has passed: a bounded part in one transaction, which
 * queues the next part, so that a long pause can be caught up with.
 * @param past by table, named with its schema, the condition of what goes.
 */
export function sweep(
  name: string,
  cron: string,
  past: (now: Date) => Record<string, RawBuilder<boolean> | Limited>,
): Job<typeof Nothing, 'write'> {
  const sweeping = job({
    name,
    cron,
    data: Nothing,
    runs: 'write',
    async handle({ db, clock, enqueue }) {
      let mayHaveMore = false
      for (const [table, condition] of Object.entries(past(clock.now()))) {
        const { isPast, most } = 'most' in condition ? condition : { isPast: condition, most: batch }
        const target = sql.table(table)
        const { rows } = await sql`
          delete from ${target} where ctid = any(array(select ctid from ${target} where ${isPast} limit ${most}))
          returning 1`.execute(db)
        mayHaveMore ||= rows.length === most
      }
      if (mayHaveMore) await enqueue(sweeping, {})
    },
  })
  return sweeping
}

/** The moment some time before `now`. */
export const ago = (now: Date, ms: number): Date => new Date(now.getTime() - ms)

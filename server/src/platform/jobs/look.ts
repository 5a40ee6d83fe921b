import { sql } from 'kysely'
import { type AnyJob, type Job, job } from './job.ts'
import { Nothing } from './sweep.ts'

/**
 * Declares the job that looks every minute, in one statement, which of the jobs have something to do, and queues these:
 * a queue that takes up a dozen jobs a minute to find nothing costs an idle server more than all else it does.
 */
export const lookFor = (jobs: readonly AnyJob[]): Job<typeof Nothing, 'write'> =>
  job({
    name: 'jobs.look',
    cron: '* * * * *',
    data: Nothing,
    runs: 'write',
    atOnce: 1,
    async handle({ db, clock, enqueue }) {
      const looked = jobs.flatMap(({ name, due }) =>
        // An `exists` would plan without the order, by which a partial index is found.
        due ? [sql`select ${name} as name from (${due(clock.now())}) due`] : [],
      )
      const { rows } = await sql<{ name: string }>`${sql.join(looked, sql` union `)}`.execute(db)
      for (const one of jobs) if (rows.some(({ name }) => name === one.name)) await enqueue(one, {})
    },
  })

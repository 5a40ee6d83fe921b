import type pg from 'pg'
import { fromKysely, type JobResult, type JobWithMetadata, PgBoss, type WorkOptions } from 'pg-boss'
import type { Logger } from 'pino'
import { exclusively } from '../db/exclusive.ts'
import { mismatch } from '../operation/validate.ts'
import type { Services } from '../services.ts'
import type { Queue } from './queue.ts'
import { type RegisteredJob, runJob } from './run-job.ts'

/** A job that failed for good. */
export interface DeadLetter {
  id: string
  name: string
  data: object
  /** Why its last try failed. */
  reason: string
  at: Date
}

export interface Jobs extends Queue {
  /** The newest jobs that failed for good. */
  deadLetters(most: number): Promise<DeadLetter[]>
  /** Queues one of them once more. @returns false when there is none of the id. */
  revive(id: string): Promise<boolean>
  /** Starts to run jobs in this process. */
  work(services: Services): Promise<void>
  stop(): Promise<void>
}

// Twelve retries take about an hour, so that a mail server or a bucket may be away for a while.
const usualRetries = 12
const queueOptions = {
  retryDelay: 2,
  retryBackoff: true,
  retryDelayMax: 600,
  expireInSeconds: 300,
  // A job whose process was killed is taken up by another after about a minute.
  heartbeatSeconds: 30,
}
const deadLetterQueue = 'dead-letters'

/** Hears of every run: the job, what became of it, and how many milliseconds it took. */
type Observe = (job: string, outcome: 'done' | 'failed' | 'given up', milliseconds: number) => void

const working = {
  pollingIntervalSeconds: 0.5,
  // While there is more to do than fits, the next ones follow at once.
  burstWhenBatchFull: true,
  perJobResults: true,
  includeMetadata: true,
} as const

/** Runs one job of a batch; its failure is its own and leaves the others of the batch alone. */
async function run(
  registered: RegisteredJob,
  { id, data, retryCount, retryLimit }: JobWithMetadata,
  services: Services,
  observe: Observe,
): Promise<JobResult> {
  const isLastTry = retryCount >= retryLimit
  const started = performance.now()
  const { name } = registered.job
  try {
    await runJob(registered, { id, data: data ?? {}, isRetry: retryCount > 0, isLastTry }, services)
    observe(name, 'done', performance.now() - started)
    return { id, status: 'completed' }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    observe(name, isLastTry ? 'given up' : 'failed', performance.now() - started)
    services.log[isLastTry ? 'error' : 'warn']({ job: name, id, isLastTry, error: message }, 'a job failed')
    return { id, status: 'failed', output: { message } }
  }
}

/** Opens the queue and makes sure that every declared job has its own. */
export async function openJobs(
  pool: pg.Pool,
  registered: readonly RegisteredJob[],
  options: { log: Logger; isWorker: boolean; observe: Observe },
): Promise<Jobs> {
  const boss = new PgBoss({
    db: { executeSql: (text: string, values?: unknown[]) => pool.query(text, values) },
    supervise: options.isWorker,
    schedule: options.isWorker,
  })
  boss.on('error', (error: Error) =>
    options.log.error({ error: error.message }, 'the job queue reports an error'),
  )
  await exclusively(pool, 'the set-up of the queues', async () => {
    await boss.start()
    await boss.createQueue(deadLetterQueue)
    await setUpQueues(boss, registered)
  })
  return {
    async enqueue(db, { name, data: schema }, data, { startAfter, singletonKey, isBulk } = {}) {
      const stored: object = JSON.parse(JSON.stringify(data))
      const wrong = mismatch(schema, stored)
      if (wrong) throw new Error(`the data of ${name} is not what it declares: ${wrong}`)
      await boss.send(name, stored, {
        db: fromKysely(db as Parameters<typeof fromKysely>[0]),
        ...(startAfter ? { startAfter } : {}),
        ...(singletonKey ? { singletonKey } : {}),
        ...(isBulk ? { priority: -1 } : {}),
      })
    },
    async work(services) {
      for (const one of registered) {
        const { name, atOnce: batchSize = 2 } = one.job
        await boss.work<object, undefined, WorkOptions & typeof working>(
          name,
          { ...working, batchSize },
          (jobs) => Promise.all(jobs.map((job) => run(one, job, services, options.observe))),
        )
      }
    },
    async deadLetters(most) {
      const { rows } = await pool.query<DeadLetter>(
        `select id, name, data, coalesce(output->>'message', output::text, '') as reason, completed_on as at
         from pgboss.job where state = 'failed' and name <> $1 order by completed_on desc limit $2`,
        [deadLetterQueue, most],
      )
      return rows
    },
    async revive(id) {
      const { rows } = await pool.query<{ name: string }>(
        `select name from pgboss.job where id = $1 and state = 'failed'`,
        [id],
      )
      const [job] = rows
      if (job) await boss.retry(job.name, id)
      return job !== undefined
    },
    async stop() {
      await boss.stop({ graceful: true, timeout: 5000, close: false })
    },
  }
}

/** Queues and schedules as they are declared now; the schedule of a job that is gone goes with it. */
async function setUpQueues(boss: PgBoss, registered: readonly RegisteredJob[]): Promise<void> {
  const known = new Set((await boss.getQueues()).map(({ name }) => name))
  const crons = new Map<string, string>()
  for (const { job } of registered) {
    const options = { ...queueOptions, retryLimit: job.retries ?? usualRetries }
    if (known.has(job.name)) await boss.updateQueue(job.name, options)
    else await boss.createQueue(job.name, { ...options, deadLetter: deadLetterQueue })
    if (job.cron) crons.set(job.name, job.cron)
  }
  for (const { name } of await boss.getSchedules()) if (!crons.has(name)) await boss.unschedule(name)
  for (const [name, cron] of crons) await boss.schedule(name, cron)
}

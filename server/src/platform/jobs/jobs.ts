import { sql } from 'kysely'
import type pg from 'pg'
import { fromKysely, type JobWithMetadata, PgBoss, type WorkOptions } from 'pg-boss'
import type { Logger } from 'pino'
import { type Db, preparable } from '../db/database.ts'
import { exclusively } from '../db/exclusive.ts'
import { mismatch } from '../operation/validate.ts'
import type { Services } from '../services.ts'
import type { Queue } from './queue.ts'
import { giveUp, type RegisteredJob, reasonOf, runJob, takeBack } from './run-job.ts'
import { keepWaking } from './waking.ts'

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
  /**
   * Takes back what was written down of one of them, and queues it once more.
   * @returns why that cannot be, or null when it is done; undefined when there is none of the id.
   */
  revive(id: string, services: Services): Promise<string | null | undefined>
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
  // They are woken when there is something to do.
  pollingIntervalSeconds: 600,
  includeMetadata: true,
} as const

// What it would look after more often: schedules that came due, dependent jobs, which nothing declares, and
// the options of queues, which only a start of the program changes.
const unhurried = { cronWorkerIntervalSeconds: 15, flowIntervalSeconds: 3600, queueCacheIntervalSeconds: 600 }

/** Runs one job of a batch. @returns why it failed, or undefined */
async function run(
  registered: RegisteredJob,
  { id, data, retryCount, retryLimit }: JobWithMetadata,
  services: Services,
  observe: Observe,
): Promise<string | undefined> {
  const isLastTry = retryCount >= retryLimit
  const started = performance.now()
  const { name } = registered.job
  try {
    await runJob(registered, { id, data: data ?? {}, isRetry: retryCount > 0, isLastTry }, services)
    observe(name, 'done', performance.now() - started)
    return undefined
  } catch (error) {
    const message = reasonOf(error)
    observe(name, isLastTry ? 'given up' : 'failed', performance.now() - started)
    services.log[isLastTry ? 'error' : 'warn']({ job: name, id, isLastTry, error: message }, 'a job failed')
    return message
  }
}

interface Output {
  message?: string
  /** What the queue itself says of a job, such as that its process has died, stands one level deeper. */
  value?: { message?: string }
}

const reasonIn = (output: unknown): string => {
  const { value, message = value?.message ?? '' } = (output ?? {}) as Output
  return message
}

/**
 * What follows when a job has failed for good, also one whose process died in its last try: the
 * queue itself makes a dead letter of it.
 */
async function bury(
  { data, sourceName, sourceOutput }: JobWithMetadata,
  registered: readonly RegisteredJob[],
  services: Services,
): Promise<void> {
  const one = registered.find(({ job }) => job.name === sourceName)
  if (one) await giveUp(one, { data, reason: reasonIn(sourceOutput) }, services)
}

/** Opens the queue and makes sure that every declared job has its own. */
export async function openJobs(
  pool: pg.Pool,
  registered: readonly RegisteredJob[],
  options: { log: Logger; isWorker: boolean; pollSeconds: number; observe: Observe },
): Promise<Jobs> {
  const boss = new PgBoss({
    db: { executeSql: (text: string, values: unknown[] = []) => pool.query(preparable(text, values)) },
    supervise: options.isWorker,
    schedule: options.isWorker,
    ...unhurried,
  })
  let stopWaking: (() => Promise<void>) | undefined
  boss.on('error', (error: Error) =>
    options.log.error({ error: error.message }, 'the job queue reports an error'),
  )
  await exclusively(pool, 'the set-up of the queues', async () => {
    await boss.start()
    await boss.createQueue(deadLetterQueue)
    await setUpQueues(boss, registered)
  })
  return {
    async enqueue(db, { name, data: schema }, data, { startAfter, singletonKey, isBulk } = {}, isAsked) {
      const stored: object = JSON.parse(JSON.stringify(data))
      const wrong = mismatch(schema, stored)
      if (wrong) throw new Error(`the data of ${name} is not what it declares: ${wrong}`)
      if (singletonKey !== undefined && (await isWaiting(db, name, singletonKey))) return
      const { executeSql } = fromKysely(db as Parameters<typeof fromKysely>[0])
      await boss.send(name, stored, {
        db: {
          executeSql(text, values) {
            const answer = executeSql(text, values)
            isAsked?.()
            return answer
          },
        },
        ...(startAfter ? { startAfter } : {}),
        ...(singletonKey ? { singletonKey } : {}),
        ...(isBulk ? { priority: -1 } : {}),
      })
    },
    async work(services) {
      const wakers = new Map<string, () => void>()
      for (const one of registered) {
        const { name, atOnce: batchSize = 2 } = one.job
        const worker = await boss.work<object, undefined, WorkOptions & typeof working>(
          name,
          { ...working, batchSize },
          async (jobs) => {
            // Where there may be more than fits, the next ones follow at once.
            if (jobs.length === batchSize) wakers.get(name)?.()
            const reasons = await Promise.all(jobs.map((job) => run(one, job, services, options.observe)))
            // The queue ends those of the batch that are still under way then. Results of each (`perJobResults`) would be
            // ended by a statement that reads the whole table of jobs (0016).
            for (const [i, message] of reasons.entries())
              if (message !== undefined && jobs[i]) await boss.fail(name, jobs[i], { message })
            return undefined
          },
        )
        wakers.set(name, () => boss.notifyWorker(worker))
      }
      const { pollingIntervalSeconds } = working
      const undertaker = await boss.work<object, undefined, WorkOptions & { includeMetadata: true }>(
        deadLetterQueue,
        { pollingIntervalSeconds, includeMetadata: true },
        async (letters) => {
          wakers.get(deadLetterQueue)?.()
          for (const letter of letters) await bury(letter, registered, services)
          return undefined
        },
      )
      wakers.set(deadLetterQueue, () => boss.notifyWorker(undertaker))
      stopWaking = keepWaking({ ...services, pool }, wakers, options.pollSeconds)
    },
    async deadLetters(most) {
      const { rows } = await pool.query<DeadLetter>(
        `select id, name, data, coalesce(output->>'message', output->'value'->>'message', output::text, '') as reason, completed_on as at
         from pgboss.job where state = 'failed' and name <> $1 order by completed_on desc limit $2`,
        [deadLetterQueue, most],
      )
      return rows
    },
    async revive(id, services) {
      const { rows } = await pool.query<{ name: string; data: object; output: unknown; is_buried: boolean }>(
        `select name, data, output, not exists (
           select from pgboss.job letter where letter.name = $2 and letter.source_id = job.id and letter.state < 'completed') as is_buried
         from pgboss.job where id = $1 and state = 'failed' and name <> $2`,
        [id, deadLetterQueue],
      )
      const [job] = rows
      const one = job && registered.find(({ job: { name } }) => name === job.name)
      if (!one) return undefined
      // What is written down afterwards would not be taken back.
      if (!job.is_buried) return 'No worker has written down yet that it failed. Try again in a moment.'
      const requeue = async (db: Db) =>
        void (await boss.retry(job.name, id, { db: fromKysely(db as Parameters<typeof fromKysely>[0]) }))
      return takeBack(one, { data: job.data, reason: reasonIn(job.output), requeue }, services)
    },
    async stop() {
      await stopWaking?.()
      await boss.stop({ graceful: true, timeout: 5000, close: false })
    },
  }
}

/** Whether a job with the key is queued, for its first try or another; one that runs may have looked already. */
async function isWaiting(db: Db, name: string, singletonKey: string): Promise<boolean> {
  const { rows } = await sql`
    select from pgboss.job where name = ${name} and state < 'active' and singleton_key = ${singletonKey} limit 1`.execute(
    db,
  )
  return rows.length > 0
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
  // What came due while no process worked is made up for, once.
  for (const [name, cron] of crons) await boss.schedule(name, cron, null, { missed: 'once' })
}

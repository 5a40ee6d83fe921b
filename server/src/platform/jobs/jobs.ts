import type pg from 'pg'
import { type JobResult, type JobWithMetadata, PgBoss, type WorkOptions } from 'pg-boss'
import type { Logger } from 'pino'
import type { Db } from '../db/database.ts'
import { exclusively } from '../db/exclusive.ts'

/** A kind of job. Its handler runs at least once, so its effect must be unique by itself. */
export interface JobKind<Data extends object = object> {
  name: string
  /** `isLastTry` says that a failure now is for good: the job becomes a dead letter. */
  handle(data: Data, attempt: { isLastTry: boolean }): Promise<void>
  /** Cron expression in UTC, for jobs that also run on their own. */
  cron?: string
  /** How many of the kind one process runs side by side; 2 unless said. */
  atOnce?: number
}

export interface JobOptions {
  startAfter?: Date
  /** Of those with the same key, one waits at a time. */
  singletonKey?: string
  /** It lets everything else of its kind go first. */
  isBulk?: boolean
}

export interface Jobs {
  /** Queues a job in the caller's transaction: it exists only if that commits. */
  enqueue(db: Db, name: string, data: object, options?: JobOptions): Promise<void>
  /** Starts to run jobs in this process. */
  work(kinds: readonly JobKind[]): Promise<void>
  stop(): Promise<void>
}

// Twelve retries take about an hour, so that a mail server or a bucket may be away for a while.
const retries = {
  retryLimit: 12,
  retryDelay: 2,
  retryBackoff: true,
  retryDelayMax: 600,
  expireInSeconds: 300,
  // A job whose process was killed is taken up by another after about a minute.
  heartbeatSeconds: 30,
}
const deadLetters = 'dead-letters'

/** pg-boss speaks text with numbered placeholders; Kysely runs it on the transaction's connection. */
const executorOf = (db: Db) => ({
  async executeSql(text: string, values: unknown[] = []) {
    const { rows } = await db.executeQuery({
      sql: text,
      parameters: values,
      query: { kind: 'RawNode', sqlFragments: [text], parameters: [] },
      queryId: { queryId: text },
    } as unknown as Parameters<typeof db.executeQuery>[0])
    return { rows }
  },
})

const working = {
  pollingIntervalSeconds: 0.5,
  // While there is more to do than fits, the next ones follow at once.
  burstWhenBatchFull: true,
  perJobResults: true,
  includeMetadata: true,
} as const

/** Runs one job of a batch; its failure is its own and leaves the others of the batch alone. */
async function run(kind: JobKind, job: JobWithMetadata, log: Logger): Promise<JobResult> {
  const isLastTry = job.retryCount >= job.retryLimit
  try {
    await kind.handle(job.data, { isLastTry })
    return { id: job.id, status: 'completed' }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    log[isLastTry ? 'error' : 'warn'](
      { job: kind.name, id: job.id, isLastTry, error: message },
      'a job failed',
    )
    return { id: job.id, status: 'failed', output: { message } }
  }
}

/** @throws Error when a job's data lacks the id, which retries cannot mend. */
export function idIn(data: object, key: string): string {
  const id = (data as Record<string, unknown>)[key]
  if (typeof id !== 'string') throw new Error(`the job's data has no ${key}`)
  return id
}

/** Opens the queue and makes sure that every queue exists. */
export async function openJobs(
  pool: pg.Pool,
  names: readonly string[],
  options: { log: Logger; isWorker: boolean },
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
    await boss.createQueue(deadLetters)
    const known = new Set((await boss.getQueues()).map(({ name }) => name))
    for (const name of names) {
      if (known.has(name)) await boss.updateQueue(name, retries)
      else await boss.createQueue(name, { ...retries, deadLetter: deadLetters })
    }
  })
  return {
    async enqueue(db, name, data, { startAfter, singletonKey, isBulk } = {}) {
      await boss.send(name, data, {
        db: executorOf(db),
        ...(startAfter ? { startAfter } : {}),
        ...(singletonKey ? { singletonKey } : {}),
        ...(isBulk ? { priority: -1 } : {}),
      })
    },
    async work(kinds) {
      for (const kind of kinds) {
        const batchSize = kind.atOnce ?? 2
        await boss.work<object, undefined, WorkOptions & typeof working>(
          kind.name,
          { ...working, batchSize },
          (jobs) => Promise.all(jobs.map((job) => run(kind, job, options.log))),
        )
        if (kind.cron) await boss.schedule(kind.name, kind.cron)
      }
    },
    async stop() {
      await boss.stop({ graceful: true, timeout: 5000, close: false })
    },
  }
}

import { sql } from 'kysely'
import { seal, unseal } from '../identity/sealing.ts'
import { LeaseLost, startFlow } from '../operation/flow.ts'
import { type Bound, surroundingsOf, transact } from '../operation/transact.ts'
import { mismatch } from '../operation/validate.ts'
import type { Flow } from '../operation/work.ts'
import type { Services } from '../services.ts'
import type { AnyJob } from './job.ts'

/** A job of a product, or of the platform itself. */
export interface RegisteredJob {
  job: AnyJob
  bound: Bound
}

/** One run of a queued job. */
export interface JobRun {
  id: string
  data: unknown
  isRetry: boolean
  isLastTry: boolean
}

const mostOutsideMs = 60_000

/**
 * Runs a job once.
 * @throws whatever it failed with, after `onLastFailure` when this was its last try.
 */
export async function runJob({ job, bound }: RegisteredJob, run: JobRun, services: Services): Promise<void> {
  try {
    const wrong = mismatch(job.data, run.data)
    if (wrong) throw new Error(`the data of ${job.name} is not what it declares: ${wrong}`)
    const { isLastTry } = run
    if (job.runs === 'steps') await runInSteps({ job, bound }, run, services)
    else await transact(services, bound, (work) => job.handle(work, run.data, { isLastTry }))
  } catch (error) {
    const { onLastFailure } = job
    if (run.isLastTry && onLastFailure) {
      const reason = error instanceof Error ? error.message : String(error)
      await transact(services, bound, (work) => onLastFailure(work, run.data, reason))
    }
    throw error
  }
}

/** A retry finds the results of the steps that were finished before; when all is done they go. */
async function runInSteps({ job, bound }: RegisteredJob, run: JobRun, services: Services): Promise<void> {
  const { db, clock, settings } = services
  const scope = `job/${job.name}`
  const secret = settings.signingSecret
  const sealing = `steps ${scope} ${run.id}`
  const kept = new Map<string, Buffer>()
  if (run.isRetry) {
    const { rows } = await sql<{ name: string; result: Buffer }>`
      select name, result from platform.step where scope = ${scope} and key = ${run.id}`.execute(db)
    for (const { name, result } of rows) kept.set(name, unseal(secret, sealing, result))
  }
  const running = startFlow({
    surroundings: surroundingsOf(services, bound),
    providers: services.providers,
    id: `${scope}/${run.id}`,
    kept,
    isRepeat: run.isRetry,
    mostOutsideMs,
    read: (look) => look({ ...surroundingsOf(services, bound), db }),
    transact: (work) => transact(services, bound, work),
    async keep(name, result, own = db) {
      const { rows } = await sql`
        insert into platform.step (scope, key, name, result, created_at)
        values (${scope}, ${run.id}, ${name}, ${seal(secret, sealing, result)}, ${clock.now()})
        on conflict do nothing returning 1`.execute(own)
      if (rows.length === 0) throw new LeaseLost('another process runs this job')
    },
  })
  await job.handle(running.flow satisfies Flow, run.data, { isLastTry: run.isLastTry })
  if (running.hasHappened())
    await sql`delete from platform.step where scope = ${scope} and key = ${run.id}`.execute(db)
}

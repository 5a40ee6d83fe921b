import type { Db } from '../db/database.ts'
import { seal, unsealOwn } from '../identity/sealing.ts'
import { forgetSteps, keepStepOfJob, keptSteps, LeaseLost } from '../operation/claims.ts'
import { startFlow } from '../operation/flow.ts'
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
 * @throws whatever it failed with, after the job was told of it unless that was its last try.
 */
export async function runJob(
  { job, bound: product }: RegisteredJob,
  run: JobRun,
  services: Services,
): Promise<void> {
  const bound = { ...product, doing: { actorId: null, action: job.name } }
  try {
    const wrong = mismatch(job.data, run.data)
    if (wrong) throw new Error(`the data of ${job.name} is not what it declares: ${wrong}`)
    const { isLastTry } = run
    if (job.runs === 'steps') await runInSteps({ job, bound }, run, services)
    else await transact(services, bound, (work) => job.handle(work, run.data, { isLastTry }))
  } catch (error) {
    const { onFailure } = job
    if (onFailure && !run.isLastTry)
      await transact(services, bound, (work) => onFailure(work, run.data, reasonOf(error)))
    throw error
  }
}

export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Writes down what people should see of a job that failed for good. */
export async function giveUp(
  { job, bound: product }: RegisteredJob,
  { data, reason }: { data: unknown; reason: string },
  services: Services,
): Promise<void> {
  const bound = { ...product, doing: { actorId: null, action: job.name } }
  const { onLastFailure } = job
  if (onLastFailure) await transact(services, bound, (work) => onLastFailure(work, data, reason))
}

/**
 * Takes that back, and has `requeue` queue the job once more in the same transaction.
 * @returns why neither was done; null when both were.
 */
export async function takeBack(
  { job, bound: product }: RegisteredJob,
  { data, reason, requeue }: { data: unknown; reason: string; requeue: (db: Db) => Promise<void> },
  services: Services,
): Promise<string | null> {
  const bound = { ...product, doing: { actorId: null, action: job.name } }
  return transact(services, bound, async (work) => {
    const refusal = (await job.onRevive?.(work, data, reason)) ?? null
    if (refusal === null) await requeue(work.db)
    return refusal
  })
}

/** A retry finds the results of the steps that were finished before; when all is done they go. */
async function runInSteps({ job, bound }: RegisteredJob, run: JobRun, services: Services): Promise<void> {
  const { db, clock, settings } = services
  const scope = `job/${job.name}`
  const sealing = `steps ${scope} ${run.id}`
  const steps = { scope, key: run.id }
  const kept = new Map<string, Buffer>()
  if (run.isRetry)
    for (const [name, result] of await keptSteps(db, steps))
      kept.set(name, unsealOwn(settings, sealing, result))
  const running = startFlow({
    surroundings: surroundingsOf(services, bound),
    providers: services.providers,
    id: `${scope}/${run.id}`,
    kept,
    isRepeat: run.isRetry,
    mostOutsideMs,
    read: (look) => look({ ...surroundingsOf(services, bound), db: services.reads }),
    transact: (work) => transact(services, bound, work),
    async keep(name, result, own = db) {
      const step = { name, result: seal(settings.signingSecret, sealing, result), at: clock.now() }
      if (!(await keepStepOfJob(own, steps, step))) throw new LeaseLost('another process runs this job')
    },
  })
  await job.handle(running.flow satisfies Flow, run.data, { isLastTry: run.isLastTry })
  if (running.hasHappened()) await forgetSteps(db, steps)
}

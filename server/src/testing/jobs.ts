import { allJobs, modules } from '../host.ts'
import { newId } from '../platform/ids.ts'
import type { Job } from '../platform/jobs/job.ts'
import type { DataOf } from '../platform/jobs/queued.ts'
import {
  giveUp,
  type JobRun,
  type RegisteredJob,
  reasonOf,
  runJob,
  takeBack,
} from '../platform/jobs/run-job.ts'
import type { Nothing } from '../platform/jobs/sweep.ts'
import type { Product } from '../platform/operation/caller.ts'
import { transact } from '../platform/operation/transact.ts'
import type { Work } from '../platform/operation/work.ts'
import type { Services } from '../platform/services.ts'
import { jobsDone } from './rows.ts'
import { world } from './world.ts'

/** Does something in the name of a product, in one transaction. */
export async function inProduct<Result>(
  product: Product,
  work: (work: Work) => Promise<Result>,
): Promise<Result> {
  const module = modules.find((one) => one.product === product)
  if (!module) throw new Error(`there is no ${product}`)
  return transact((await world()).host.services, module, work)
}

export function registeredJob(job: Pick<Job, 'name'>): RegisteredJob {
  const registered = allJobs().find((one) => one.job.name === job.name)
  if (!registered) throw new Error(`${job.name} is no job of any module`)
  return registered
}

/** Runs a job as the queue would, at once and once; a last try that fails is followed by what follows then. */
export async function runNow<J extends Pick<Job, 'name' | 'data'>>(
  job: J,
  data: DataOf<J>,
  run: Partial<JobRun> & { services?: Services } = {},
): Promise<void> {
  const services = run.services ?? (await world()).host.services
  const registered = registeredJob(job)
  const once = { id: newId(), isRetry: false, isLastTry: false, ...run, data }
  await runJob(registered, once, services).catch(async (error: unknown) => {
    if (once.isLastTry) await giveUp(registered, { data, reason: reasonOf(error) }, services)
    throw error
  })
}

/** Takes back that a job failed for good, as an operator has it done. @returns why it stays so; null when it does not. */
export const reviveNow = async <J extends Pick<Job, 'name' | 'data'>>(
  job: J,
  data: DataOf<J>,
  reason = '',
): Promise<string | null> =>
  takeBack(registeredJob(job), { data, reason, requeue: async () => {} }, (await world()).host.services)

/** Sweeps until nothing is left that is past its time: one part may queue the next. */
export async function sweepNow(sweep: Pick<Job<typeof Nothing>, 'name' | 'data'>): Promise<void> {
  await runNow(sweep, {})
  await jobsDone()
}

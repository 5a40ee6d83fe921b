import type { Db } from '../db/database.ts'
import type { DataOf, JobOptions, Queued } from './queued.ts'

export interface Queue {
  /**
   * Queues a job in the caller's transaction: it exists only if that commits.
   * @param isAsked is called once it is asked for, and only the answer is awaited
   * @throws Error when the data is not what the job declares.
   */
  enqueue<Q extends Queued>(
    db: Db,
    job: Q,
    data: DataOf<Q>,
    options?: JobOptions,
    isAsked?: () => void,
  ): Promise<void>
}

import type { Static, TSchema } from 'typebox'

/** What is needed to queue a job: the name of its queue, and what its data must be. */
export interface Queued<S extends TSchema = TSchema> {
  readonly name: string
  readonly data: S
}

export type DataOf<Q extends Queued> = Static<Q['data']>

export interface JobOptions {
  startAfter?: Date
  /** Where one of the same key waits already, none is added, unless both are queued at the same moment. */
  singletonKey?: string
  /** It lets everything else of its kind go first. */
  isBulk?: boolean
}

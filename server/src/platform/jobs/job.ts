import type { RawBuilder } from 'kysely'
import type { Static, TSchema } from 'typebox'
import type { Flow, Work } from '../operation/work.ts'
import type { Queued } from './queued.ts'

export type JobRuns = 'write' | 'steps'

type Means<Runs extends JobRuns> = Runs extends 'steps' ? Flow : Work

export interface JobDeclaration<S extends TSchema, Runs extends JobRuns> {
  /** The name of its queue; it stays, since rows may wait under it. */
  name: string
  /** What is queued; checked when it is queued and when it is taken up. */
  data: S
  /** Cron expression in UTC, for jobs that also run on their own; their data is then empty. */
  cron?: string
  /**
   * Instead of `cron`, for jobs that run on their own and mostly would find nothing: a statement that has a row when there
   * is something to do, by an index. It is looked at once a minute, together with those of all others; their data is empty.
   */
  due?: (now: Date) => RawBuilder<unknown>
  /**
   * `write` is one transaction. `steps` talks to the outside between short ones, and a retry goes on
   * after the last finished step. Either runs at least once, so its effect must be unique by itself.
   */
  runs: Runs
  /** How often it is tried again, with growing pauses; 12 unless said, which takes about an hour. */
  retries?: number
  /** How many of the kind one process runs side by side; 2 unless said. */
  atOnce?: number
  handle(means: Means<Runs>, data: Static<S>, attempt: { isLastTry: boolean }): Promise<void>
  /** After a try failed that is not the last one. */
  onFailure?(work: Work, data: Static<S>, reason: string): Promise<void>
}

/** Of a job whose failing for good people see. */
interface Ending<Data> {
  /** Once the job is a dead letter, however its last try ended: writes down what people should see of it. */
  onLastFailure(work: Work, data: Data, reason: string): Promise<void>
  /**
   * When an operator has the dead letter queued again: takes that back, in the same transaction, for the job would
   * find nothing to do. `reason` is that of `onLastFailure`.
   * @returns null, or why it stays as it is, with nothing written, as a sentence for the operator.
   */
  onRevive(work: Work, data: Data, reason: string): Promise<string | null>
}

type NoEnding = { [Name in keyof Ending<never>]?: undefined }

export interface Job<S extends TSchema = TSchema, Runs extends JobRuns = JobRuns>
  extends JobDeclaration<S, Runs>,
    Partial<Ending<Static<S>>>,
    Queued<S> {
  readonly isJob: true
  readonly name: string
  readonly data: S
}

/** A declared job, whatever its types. */
// biome-ignore lint/suspicious/noExplicitAny: the registry holds jobs of every kind of data
export type AnyJob = Job<any, any>

/** Declares a job. Its queue, its worker, its metrics and its row in docs/jobs.md derive from the value. */
export const job = <S extends TSchema, const Runs extends JobRuns>(
  declaration: JobDeclaration<S, Runs> & (Ending<Static<S>> | NoEnding),
): Job<S, Runs> => ({ ...declaration, isJob: true })

export const isJob = (value: unknown): value is AnyJob =>
  typeof value === 'object' && value !== null && 'isJob' in value

import type { TSchema } from 'typebox'
import type { Cached } from '../cache.ts'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/database.ts'
import type { LiveEventKind, Published } from '../events/live-event.ts'
import type { DataOf, JobOptions, Queued } from '../jobs/queued.ts'
import type { Mail } from '../mail/mail.ts'
import type { Providers } from '../providers.ts'
import type { LocalServices } from '../services.ts'
import type { Announced, Announcement } from './announcement.ts'
import type { Speaker } from './caller.ts'

/** What code of a product finds wherever it runs. Nothing here leaves the process. */
export interface Surroundings {
  clock: Clock
  services: LocalServices
  product: Speaker
  /** The address that people reach the server by, without a slash at its end. */
  publicUrl: string
}

/** What a read may do: look. Its connection refuses writes, and nothing outside can be reached. */
export interface Reading extends Surroundings {
  db: Db
}

/**
 * What a write may do: read and write in its transaction, and leave side effects that happen only
 * if the transaction commits.
 */
export interface Work extends Reading {
  /**
   * For a statement of which only matters that it succeeds: nobody waits for it before the commit. When it
   * fails, so does the transaction. It is asked for by the time that this is called, and not after some other wait.
   */
  pipeline(statement: Promise<unknown>): void
  /** Sends an event to a person's open streams, and keeps it 24 hours for those who reconnect. */
  publish<S extends TSchema>(event: LiveEventKind<S>, published: Published<S>): void
  /** Queues a mail in the product's name. @returns its id, which is announced when the mail is settled. */
  mail(mail: Omit<Mail, 'product'>): Promise<string>
  /** Queues a job. The transaction fails when its data is not what the job declares. */
  enqueue<Q extends Queued>(job: Q, data: DataOf<Q>, options?: JobOptions): Promise<void>
  /**
   * Keeps for good that this was done, under the operation's name and in the caller's: of everything
   * that staff does to what is not their own. `subject` names the thing, such as `campaign/<id>`.
   */
  audit(subject: string, details?: object): void
  /** Has every process forget what it keeps of this, once the transaction is committed. */
  invalidate(cached: Cached): void
  /** Tells the other nouns what happened; who reacts, and how, stands in the product's `reactions.ts`. */
  announce<S extends TSchema>(announcement: Announcement<S>, data: Announced<S>): Promise<void>
}

/** One try of a call to the outside. */
export interface Attempt {
  /** The same for every try of this call, so that the provider can tell a repeat. */
  key: string
  /** Aborts when the time is up. */
  signal: AbortSignal
}

/** A call to the outside. Its result is kept, so that no later try makes it again. */
export interface Outward<Result> {
  /** How long one try may take, where that is longer than others: what holds the request is renewed meanwhile. */
  mostMs?: number
  call(providers: Providers, attempt: Attempt): Promise<Result>
  /**
   * Asks the provider whether an earlier try came through, when nobody knows: after a time-out, a
   * cut connection, or a crash. @returns undefined when it did not.
   */
  find?(providers: Providers, attempt: Attempt): Promise<Result | undefined>
  /** Takes the call back, when what it belongs to cannot be finished. */
  undo?(providers: Providers, result: Result, attempt: Attempt): Promise<void>
}

/**
 * What a handler of `steps` may do: short transactions, and calls to the outside between them. A
 * repeat goes on after the last finished step. The name of a step is its identity: it stays when
 * code around it changes, and is used once in a run.
 */
export interface Flow extends Surroundings {
  /** A short look at the database, made anew in every try. */
  read<Result>(look: (reading: Reading) => Promise<Result>): Promise<Result>
  /** One transaction. Its result is kept with it; it holds plain data, dates and buffers. */
  step<Result>(
    name: string,
    work: (work: Work) => Promise<Result>,
    undo?: (work: Work, result: Result) => Promise<void>,
  ): Promise<Result>
  /**
   * The only step of a request, or its last one: what it brings is what the handler gives back, and is kept as the answer
   * by the transaction that makes it so. Not of a job.
   */
  conclude<Result>(name: string, work: (work: Work) => Promise<Result>): Promise<Result>
  /** Tells whoever listens to the answer being made; see `tells` of the operation. Nothing of it is kept. */
  tell(type: string, data: unknown): void
  /** A call outside of every transaction, with a time-out. Its result holds plain data, dates and buffers. */
  outside<Result>(name: string, outward: Outward<Result>): Promise<Result>
}

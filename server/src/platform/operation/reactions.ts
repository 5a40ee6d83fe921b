import type { Static, TSchema } from 'typebox'
import type { Queued } from '../jobs/queued.ts'
import type { Announcement } from './announcement.ts'
import type { Work } from './work.ts'

type Act<S extends TSchema> = (work: Work, data: Static<S>) => Promise<void>

/** Who reacts to one announcement: a function acts in its transaction, a job is queued in it. */
export interface Reaction {
  readonly announcement: Announcement
  readonly listeners: readonly (Act<TSchema> | Queued)[]
}

/** Declares who reacts to an announcement. A function touches the database only; a job takes the same data. */
export function when<S extends TSchema>(
  announcement: Announcement<S>,
  ...listeners: (Act<S> | Queued<S>)[]
): Reaction {
  // Listeners are called with data of the announcement that they were declared for, and no other.
  return { announcement, listeners: listeners as Reaction['listeners'] }
}

/** Lets every listener of an announcement act, in the order in which they stand. */
export async function react(
  reactions: readonly Reaction[],
  work: Work,
  announcement: Announcement,
  data: unknown,
): Promise<void> {
  for (const reaction of reactions) {
    if (reaction.announcement !== announcement) continue
    for (const listener of reaction.listeners) {
      if (typeof listener === 'function') await listener(work, data)
      else await work.enqueue(listener, data)
    }
  }
}

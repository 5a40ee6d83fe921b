import type { Static, TSchema } from 'typebox'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/database.ts'

interface Looking {
  db: Db
  clock: Clock
  publicUrl: string
}

/**
 * What open apps are told of events that were kept, for the one who hears them and in their order;
 * undefined where there is nothing left to tell.
 */
type Fill<Kept extends TSchema, Told extends TSchema> = (
  looking: Looking,
  recipientId: string,
  kept: readonly Static<Kept>[],
) => Promise<readonly (Static<Told> | undefined)[]>

/** A kind of event that open apps hear of. */
export interface LiveEventKind<Kept extends TSchema = TSchema> {
  readonly type: string
  /** What is stored of one: ids and marks, never what people write, which may be gone when it is sent. */
  readonly kept: Kept
  /** What open apps are told. */
  readonly data: TSchema
  /** Where that is more than is stored: looks the rest up when the event is sent. */
  readonly fill?: Fill<TSchema, TSchema>
}

/** What is published of a kind: for one person, or with null for everybody. */
export interface Published<Kept extends TSchema> {
  recipientId: string | null
  data: Static<Kept>
}

/** Declares a live event that is told as it is stored; the product's `events.ts` lists it. */
export const liveEvent = <S extends TSchema>(type: string, data: S): LiveEventKind<S> => ({
  type,
  kept: data,
  data,
})

/** Declares a live event that is stored as ids and filled when it is sent. */
export const filledEvent = <Kept extends TSchema, Told extends TSchema>(
  type: string,
  data: Told,
  { kept, fill }: { kept: Kept; fill: Fill<Kept, Told> },
): LiveEventKind<Kept> => ({
  type,
  kept,
  data,
  // Only what was published of the kind is given to it.
  fill: fill as Fill<TSchema, TSchema>,
})

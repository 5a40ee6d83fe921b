import type { Static, TSchema } from 'typebox'

/** A kind of event that open apps hear of, and what they are told with it. */
export interface LiveEventKind<S extends TSchema = TSchema> {
  readonly type: string
  readonly data: S
}

/** What is published of a kind: for one person, or with null for everybody. */
export interface Published<S extends TSchema> {
  recipientId: string | null
  data: Static<S>
}

/** Declares a live event; the product's `events.ts` lists it. */
export const liveEvent = <S extends TSchema>(type: string, data: S): LiveEventKind<S> => ({ type, data })

import type { Static, TSchema } from 'typebox'

/** Something that happened to a noun and that other nouns may want to know of. */
export interface Announcement<S extends TSchema = TSchema> {
  readonly name: string
  readonly data: S
}

export type Announced<S extends TSchema> = Static<S>

/** Declares an announcement; the noun whose news it is exports it from its `public.ts`. */
export const announcement = <S extends TSchema>(name: string, data: S): Announcement<S> => ({ name, data })

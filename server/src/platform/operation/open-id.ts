import { Id } from './schema.ts'

/** Who may name an id that is not theirs, and why. The API document does not show it; every other id is tried with those of strangers. */
export interface Openness {
  /** Kinds of callers. */
  to: readonly string[]
  because: string
  /** Whether it ends where one of the two has blocked the other. */
  untilBlocked?: boolean
}

/** The keyword that a schema carries it under. */
export const opennessKeyword = 'open'

export const openId = (openness: Openness): typeof Id => ({ ...Id, ...{ [opennessKeyword]: openness } })

import type { Deferred, WriteBehind } from '../../platform/write-behind.ts'
import { countImpressions } from './queries.ts'

const impressions: Deferred = { write: (db, _noted, times) => countImpressions(db, times) }

/** Notes that promotions were shown: written behind, and lost with the process. */
export const noteImpressions = (writeBehind: WriteBehind, shown: readonly { id: string }[]): void =>
  writeBehind.note(impressions, shown)

import type { Deferred, WriteBehind } from '../../platform/write-behind.ts'
import { countImpressions } from './queries.ts'

const impressions: Deferred = { write: countImpressions }
let count = 0

/** Notes that promotions were shown, each time anew: written behind, and lost with the process. */
export function noteImpressions(writeBehind: WriteBehind, ids: readonly string[]): void {
  if (ids.length === 0) return
  count += 1
  writeBehind.note(
    impressions,
    ids.map((id) => ({ id: `${id} ${count}` })),
  )
}

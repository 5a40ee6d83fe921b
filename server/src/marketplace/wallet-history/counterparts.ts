import type { Db } from '../../platform/db/database.ts'
import { ratingOf, selectStarsOf } from '../reviews/public.ts'
import type { TransactionRow } from '../wallet/public.ts'
import type { Ratings } from './shapes.ts'

/** How those are rated whom the rows name. */
export async function ratingsIn(db: Db, rows: readonly TransactionRow[], now: Date): Promise<Ratings> {
  const ids = new Set(rows.flatMap(({ counterpart }) => (counterpart === null ? [] : [counterpart.id])))
  const stars = await selectStarsOf(db, [...ids], now)
  return new Map(stars.map(({ subject_id: id, counts }) => [id, ratingOf(counts)]))
}

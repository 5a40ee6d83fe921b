import type { Work } from '../../platform/operation/work.ts'
import { refreshKin, takeChangedKin } from './comparable-queries.ts'
import type { DetailRow } from './rows.ts'

/** Makes anew what is kept of some categories in which something was offered, changed, sold or ended. @returns how many */
export async function refreshComparablesOf(
  { db, clock }: Pick<Work, 'db' | 'clock'>,
  most: number,
): Promise<number> {
  const now = clock.now()
  const categoryIds = await takeChangedKin(db, now, most)
  if (categoryIds.length > 0) await refreshKin(db, categoryIds, now)
  return categoryIds.length
}

/** Fewer say nothing about a price. */
const fewestComparables = 5

export type PriceLabel = 'good' | 'fair' | 'high'

/** How a price stands among those of comparable listings; null when there are too few. */
export function judgePrice(
  priceMinor: number,
  { median_minor: median, sample }: Pick<DetailRow, 'median_minor' | 'sample'>,
): PriceLabel | null {
  if (sample < fewestComparables || median === null || median === 0 || priceMinor === 0) return null
  if (priceMinor <= median * 0.85) return 'good'
  return priceMinor >= median * 1.2 ? 'high' : 'fair'
}

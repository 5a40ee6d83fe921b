import type { ComparableRow } from './comparable-queries.ts'

/** Fewer say nothing about a price. */
const fewestComparables = 5

export type PriceLabel = 'good' | 'fair' | 'high'

/** How a price stands among those of comparable listings; null when there are too few. */
export function judgePrice(
  priceMinor: number,
  { median_minor: median, sample }: Pick<ComparableRow, 'median_minor' | 'sample'>,
): PriceLabel | null {
  if (sample < fewestComparables || median === null || median === 0 || priceMinor === 0) return null
  if (priceMinor <= median * 0.85) return 'good'
  return priceMinor >= median * 1.2 ? 'high' : 'fair'
}

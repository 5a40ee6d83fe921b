/** In what state things are, as listings say it. */
export const conditions = ['new', 'like_new', 'very_good', 'good', 'fair', 'poor', 'for_parts'] as const
export type Condition = (typeof conditions)[number]

/** As purchases say it, where any other words may stand too. */
const names: Record<Condition, string> = {
  new: 'New',
  like_new: 'Like new',
  very_good: 'Very good',
  good: 'Good',
  fair: 'Fair',
  poor: 'Poor',
  for_parts: 'For parts',
}

const plain = (text: string) => text.toLowerCase().replace(/[\s_-]+/g, '')
const known = new Map(conditions.map((condition) => [plain(condition), condition]))

/** The condition that some words name, however they are spelled; null for any other words. */
export const conditionIn = (words: string): Condition | null => known.get(plain(words)) ?? null

/** One spelling of the usual conditions; any other words stay as they were written. */
export function conditionName(words: string): string {
  const condition = conditionIn(words)
  return condition === null ? words : names[condition]
}

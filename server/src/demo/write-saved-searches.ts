import { findSearchers, keepSearch } from '../marketplace/saved-searches/public.ts'
import { days } from '../platform/clock.ts'
import { newId } from '../platform/ids.ts'
import type { Work } from '../platform/operation/work.ts'
import { knownIn, type Town } from './plan.ts'
import { currency } from './write-marketplace.ts'

/** Saves what people look for, and lets it find what was published after that. */
export async function writeSavedSearches(
  work: Work,
  { content, people, listings, now }: Town,
): Promise<void> {
  const saving = content.savedSearches.map(({ person, daysAgo, words, maxPrice, ...search }) => {
    const at = new Date(now.getTime() - days(daysAgo))
    const price = maxPrice === undefined ? {} : { max_price: maxPrice, currency }
    const own = { id: newId(), userId: knownIn(people, person).id }
    return { at, act: () => keepSearch(work, own, { ...search, query: { q: words, ...price }, at }) }
  })
  const publishing = [...listings.values()].map(({ id, publishedAt }) => ({
    at: publishedAt,
    act: () => findSearchers(work, id, { after: null, limit: 500 }),
  }))
  const first = Math.min(...saving.map(({ at }) => at.getTime()))
  const since = [...saving, ...publishing].filter(({ at }) => at.getTime() >= first)
  for (const { act } of since.sort((one, other) => one.at.getTime() - other.at.getTime())) await act()
}

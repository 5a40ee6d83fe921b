import { createHash } from 'node:crypto'
import { writeCategoryRanks, writeRanks } from '../marketplace/ranking/public.ts'
import { insertPastImpressions, insertPastViews, type PastView } from '../marketplace/views/public.ts'
import { minutes } from '../platform/clock.ts'
import type { Work } from '../platform/operation/work.ts'
import type { PlannedListing, Town } from './plan.ts'

const sources = ['feed', 'feed', 'search', 'category', 'profile', 'share'] as const

/** A number from 0 to below 1 that is always the same for some words. */
const drawn = (...words: string[]): number =>
  createHash('sha256').update(words.join('\n')).digest().readUInt32BE(0) / 2 ** 32

/** How many of a hundred people look at a listing, some more than others. */
const drawOf = ({ title }: PlannedListing) => 0.15 + 0.6 * drawn('popular', title) ** 2

/** Whom a list showed it, who went on. */
const passesBy = (listing: PlannedListing, key: string) => drawn('passes by', listing.title, key) < 0.8

/** When somebody looks at a listing: soon after it is published, and then less and less. */
function momentOf(listing: PlannedListing, key: string, now: Date): Date {
  const openMs = now.getTime() - listing.publishedAt.getTime()
  return new Date(listing.publishedAt.getTime() + openMs * drawn('when', listing.title, key) ** 1.5)
}

/** What people of the town looked at, and what became of that in the lists. */
export async function writeViews(work: Work, { people, listings, saves, now }: Town): Promise<void> {
  const views: PastView[] = []
  const shown: Omit<PastView, 'source'>[] = []
  for (const listing of listings.values())
    for (const [key, { id: personId }] of people) {
      if (personId === listing.seller.id) continue
      const looks = drawn('looks', listing.title, key) <= drawOf(listing)
      if (looks || passesBy(listing, key))
        shown.push({ postId: listing.id, personId, at: momentOf(listing, key, now) })
      if (!looks) continue
      const source = sources[Math.floor(drawn('source', listing.title, key) * sources.length)] ?? 'feed'
      views.push({ postId: listing.id, personId, source, at: momentOf(listing, key, now) })
    }
  // Nobody saves what they did not look at.
  for (const { person, listing, at } of saves)
    if (person.id !== listing.seller.id)
      views.push({
        postId: listing.id,
        personId: person.id,
        source: 'feed',
        at: new Date(at.getTime() - minutes(1)),
      })
  await insertPastViews(work, views)
  await insertPastImpressions(work, shown)
  await writeRanks(work)
  await writeCategoryRanks(work)
}

import { insertPastGuest } from '../marketplace/accounts/public.ts'
import { ensureDefaultCollection, setFavourite } from '../marketplace/collections/public.ts'
import { activate, noteWish, suppress, wishOf } from '../marketplace/mailing-list/public.ts'
import { keepSearch } from '../marketplace/saved-searches/public.ts'
import { insertPastViews } from '../marketplace/views/public.ts'
import { days, minutes } from '../platform/clock.ts'
import { newId } from '../platform/ids.ts'
import type { Work } from '../platform/operation/work.ts'
import { emailOf, homeOf, knownIn, type Town } from './plan.ts'

/** Who looks around without an account, and keeps what they like for the day on which they open one. */
export async function writeGuests(work: Work, { content, listings, now }: Town): Promise<void> {
  const { db } = work
  const at = (daysAgo: number) => new Date(now.getTime() - days(daysAgo))
  for (const guest of content.guests) {
    const userId = newId()
    await insertPastGuest(db, {
      ...homeOf(guest, content.town),
      id: userId,
      timezone: content.town.timezone,
      at: at(guest.daysAgo),
      seenAt: new Date(now.getTime() - minutes(guest.seenMinutesAgo)),
    })
    await ensureDefaultCollection(db, newId(), userId, at(guest.daysAgo))
    for (const { listing, daysAgo } of guest.saves) {
      const { id: postId } = knownIn(listings, listing)
      await setFavourite(db, { userId, postId, isWanted: true, at: at(daysAgo) })
      await insertPastViews(work, [{ postId, personId: userId, source: 'feed', at: at(daysAgo) }])
    }
    if (guest.looksFor === undefined) continue
    const { name, words, daysAgo } = guest.looksFor
    const search = { name, cadence: 'none' as const, query: { q: words }, at: at(daysAgo) }
    await keepSearch(work, { id: newId(), userId }, search)
  }
}

/** Who wants the letters of the town, was asked whether they do, or does not any more. */
export async function writeNewsletter({ db }: Work, { content, now }: Town): Promise<void> {
  for (const { mailbox, lists, state, daysAgo } of content.newsletter) {
    const wish = wishOf(emailOf(content.town, mailbox), lists, 'en')
    const at = new Date(now.getTime() - days(daysAgo))
    await noteWish(db, wish, at)
    if (state !== 'pending') await activate(db, wish, at)
    if (state === 'suppressed') await suppress(db, wish.addressDigest, at)
  }
}

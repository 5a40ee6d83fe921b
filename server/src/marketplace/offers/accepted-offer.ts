import type { Work } from '../../platform/operation/work.ts'
import { offerStatusAt } from '../chat/public.ts'
import { bringOn } from './deadline.ts'
import { tell } from './notice.ts'
import { noSuchOffer, offerNotAccepted } from './problems.ts'
import { findOffer, findOfferOf, findStanding, type OfferRow, updateOffer } from './queries.ts'
import { dueBefore } from './states.ts'

/**
 * What was agreed on for a listing, of an offer that was looked for.
 * @throws NO_SUCH_OFFER, OFFER_NOT_ACCEPTED where nothing is kept for the buyer, or not any more
 */
export function acceptedOf(
  offer: OfferRow | undefined,
  { postId, buyerId, now }: { postId: string; buyerId: string; now: Date },
): OfferRow {
  if (offer?.buyer_id !== buyerId || offer.post_id !== postId) throw noSuchOffer()
  const status = offerStatusAt(offer, now)
  if (status !== 'accepted') throw offerNotAccepted({ details: { offer_id: offer.id, status } })
  return offer
}

/** Has the pieces of a locked offer be the buyer's from here on; `tellBought` is to follow. */
export const consume = ({ db, clock, pipeline }: Work, offer: OfferRow): void =>
  pipeline(updateOffer(db, offer, { status: 'bought' }, clock.now()))

/** Tells the open apps of both that what they agreed on was bought. */
export async function tellBought(work: Work, offerId: string): Promise<void> {
  const offer = await findOffer(work.db, offerId)
  if (offer) await tell(work, offer, { to: {}, actor: 'buyer' })
}

/** Its payment was declined: as long as it lasts, it is there for another try, unless the buyer has offered something else. */
export async function giveBack(work: Work, offerId: string, buyerId: string): Promise<void> {
  const now = work.clock.now()
  const offer = await findOfferOf(work.db, offerId, buyerId)
  if (offer?.status !== 'bought' || !offer.held_until || offer.held_until <= now) return
  if (await isReplaced(work, offer)) return
  const dueAt = dueBefore(offer.held_until, now)
  const again = await updateOffer(work.db, offer, { status: 'accepted', dueAt }, now)
  if (again) await tell(work, again, { to: {}, actor: 'buyer' })
}

/** Between two there is one offer at a time; the listing is locked. */
async function isReplaced(work: Work, { post_id, buyer_id }: OfferRow): Promise<boolean> {
  const newer = await findStanding(work.db, post_id, buyer_id)
  if (!newer) return false
  const isOver = offerStatusAt(newer, work.clock.now()) !== newer.status
  if (isOver) await bringOn(work, newer)
  return !isOver
}

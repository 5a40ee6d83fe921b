import type { Work } from '../../platform/operation/work.ts'
import { offerStatusAt } from '../chat/public.ts'
import { tell } from './notice.ts'
import { noSuchOffer, offerNotAccepted } from './problems.ts'
import { findOfferOf, type OfferRow, updateOffer } from './queries.ts'
import { dueBefore } from './states.ts'

/**
 * What was agreed on for a listing.
 * @throws NO_SUCH_OFFER, OFFER_NOT_ACCEPTED where nothing is kept for the buyer, or not any more
 */
export async function findAccepted(
  { db, clock }: Pick<Work, 'db' | 'clock'>,
  { offerId, postId, buyerId }: { offerId: string; postId: string; buyerId: string },
): Promise<OfferRow> {
  const offer = await findOfferOf(db, offerId, buyerId)
  if (offer?.buyer_id !== buyerId || offer.post_id !== postId) throw noSuchOffer()
  const status = offerStatusAt(offer, clock.now())
  if (status !== 'accepted') throw offerNotAccepted({ details: { offer_id: offer.id, status } })
  return offer
}

/** Its pieces are the buyer's from here on; the listing is locked. */
export async function consume(work: Work, offer: OfferRow): Promise<void> {
  const bought = await updateOffer(work.db, offer, { status: 'bought' }, work.clock.now())
  if (!bought) throw offerNotAccepted()
  await tell(work, bought, { to: {}, actor: 'buyer' })
}

/** Its payment was declined: as long as it lasts, it is there for another try. */
export async function giveBack(work: Work, offerId: string, buyerId: string): Promise<void> {
  const now = work.clock.now()
  const offer = await findOfferOf(work.db, offerId, buyerId)
  if (offer?.status !== 'bought' || !offer.held_until || offer.held_until <= now) return
  const dueAt = dueBefore(offer.held_until, now)
  const again = await updateOffer(work.db, offer, { status: 'accepted', dueAt }, now)
  if (again) await tell(work, again, { to: {}, actor: 'buyer' })
}

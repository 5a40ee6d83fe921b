import type { Work } from '../../platform/operation/work.ts'
import { lockRow } from '../posts/public.ts'
import { unitsKept } from './announcements.ts'
import { tell } from './notice.ts'
import { findOffer, markReminded, type OfferRow, updateOffer } from './queries.ts'
import { otherSide } from './states.ts'

/** Does what an offer's time has brought, if it has not been done yet. */
export async function followOffer(work: Work, offerId: string): Promise<void> {
  const found = await findOffer(work.db, offerId)
  if (!found) return
  await lockRow(work.db, found.post_id)
  const offer = await findOffer(work.db, offerId)
  if (offer) await bringOn(work, offer)
}

/** The same of an offer whose listing is locked. */
export async function bringOn(work: Work, offer: OfferRow): Promise<void> {
  const now = work.clock.now()
  if (!offer.due_at || offer.due_at > now) return
  const endsAt = offer.status === 'accepted' ? offer.held_until : offer.expires_at
  if (!endsAt) throw new Error('an accepted offer has no end')
  if (endsAt > now) return remind(work, offer, endsAt)
  await (offer.status === 'open' ? expire(work, offer) : lapse(work, offer))
}

async function remind(work: Work, offer: OfferRow, endsAt: Date): Promise<void> {
  await markReminded(work.db, offer, endsAt)
  const to =
    offer.status === 'open'
      ? { [otherSide(offer.made_by)]: 'expiring' as const }
      : { buyer: 'lapsing' as const }
  await tell(work, offer, { to, actor: null })
}

async function expire(work: Work, offer: OfferRow): Promise<void> {
  const expired = await updateOffer(work.db, offer, { status: 'expired' }, work.clock.now())
  if (expired) await tell(work, expired, { to: { [offer.made_by]: 'expired' }, actor: null })
}

/** Nobody bought: the pieces have been free since that moment. */
async function lapse(work: Work, offer: OfferRow): Promise<void> {
  const lapsed = await updateOffer(work.db, offer, { status: 'lapsed' }, work.clock.now())
  if (!lapsed) return
  await tell(work, lapsed, { to: { buyer: 'lapsed', seller: 'notBought' }, actor: null })
  await work.announce(unitsKept, { postId: offer.post_id })
}

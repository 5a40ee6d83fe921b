import type { Work } from '../../platform/operation/work.ts'
import { lockRoom, type OfferSide, offerStatusAt, type Room, settleRequest } from '../chat/public.ts'
import { lockRow } from '../posts/public.ts'
import { unitsKept } from './announcements.ts'
import { tell } from './notice.ts'
import { noSuchOffer, notAvailable, notOfferer, offerNotOpen, ownOffer } from './problems.ts'
import { checkFree } from './proposal.ts'
import {
  endOffers,
  findListing,
  findNamedOffer,
  findOfferOf,
  type ListingRow,
  type OfferRow,
  type Step,
  selectStandingAbout,
  updateOffer,
} from './queries.ts'
import { presentOffer, sideOf } from './shapes.ts'
import { dueBefore, keptForMs, otherSide } from './states.ts'

export interface Answering {
  offer: OfferRow
  room: Room
  side: OfferSide
}

/** An offer of somebody's, which nobody else changes meanwhile. */
export async function lockOffer({ db }: Work, id: string, personId: string): Promise<Answering> {
  const found = await findOfferOf(db, id, personId)
  const room = found && (await lockRoom(db, found.room_id, personId))
  if (!room) throw noSuchOffer()
  await lockRow(db, found.post_id)
  const offer = await findOfferOf(db, id, personId)
  if (!offer) throw noSuchOffer()
  return { offer, room, side: sideOf(offer, personId) }
}

const over = (offer: OfferRow, now: Date) =>
  offerNotOpen({ details: { offer_id: offer.id, status: offerStatusAt(offer, now) } })

/** @throws where it is not open, or not for this side to answer */
export function checkAnswerable(work: Work, { offer, side }: Answering): void {
  const now = work.clock.now()
  if (offerStatusAt(offer, now) !== 'open') throw over(offer, now)
  if (offer.made_by === side) throw ownOffer()
}

/** The listing with pieces for an offer. @throws NOT_AVAILABLE */
export async function findFree(
  work: Work,
  offer: OfferRow,
  viewer: string,
  quantity: number,
): Promise<ListingRow> {
  const listing = await findListing(work.db, offer.post_id, viewer, work.clock.now())
  if (!listing) throw notAvailable()
  checkFree(listing, quantity)
  return listing
}

export async function move(work: Work, offer: OfferRow, step: Step): Promise<OfferRow> {
  const now = work.clock.now()
  const moved = await updateOffer(work.db, offer, step, now)
  if (!moved) throw over((await findOfferOf(work.db, offer.id, offer.buyer_id)) ?? offer, now)
  return moved
}

/** Keeps the pieces for the buyer, and declines the offers that nothing is left for. */
export async function accept(work: Work, answering: Answering, personId: string): Promise<void> {
  checkAnswerable(work, answering)
  const { offer, room, side } = answering
  const now = work.clock.now()
  const { free } = await findFree(work, offer, personId, offer.quantity)
  const heldUntil = new Date(now.getTime() + keptForMs)
  const accepted = await move(work, offer, {
    status: 'accepted',
    heldUntil,
    dueAt: dueBefore(heldUntil, now),
  })
  await settleRequest(work.db, { roomId: room.id, userId: personId, isAccepted: true })
  const what = side === 'seller' ? 'accepted' : 'acceptedByBuyer'
  await tell(work, accepted, { to: { [otherSide(side)]: what }, actor: side })
  await declineOthers(work, accepted, free - offer.quantity)
  await work.announce(unitsKept, { postId: offer.post_id })
}

async function declineOthers(work: Work, { id, post_id }: OfferRow, free: number): Promise<void> {
  const others = (await selectStandingAbout(work.db, post_id)).filter(
    (other) => other.status === 'open' && other.id !== id && other.quantity > free,
  )
  const declined = await endOffers(
    work.db,
    others.map((other) => other.id),
    { status: 'declined', reason: 'given_to_another' },
    work.clock.now(),
  )
  for (const offer of declined) await tell(work, offer, { to: { buyer: 'givenToAnother' }, actor: null })
}

export async function decline(work: Work, answering: Answering, personId: string): Promise<void> {
  checkAnswerable(work, answering)
  const { offer, room, side } = answering
  const declined = await move(work, offer, { status: 'declined' })
  await settleRequest(work.db, { roomId: room.id, userId: personId, isAccepted: true })
  await tell(work, declined, { to: { [otherSide(side)]: 'declined' }, actor: side })
}

/** Whoever made it takes it back; a buyer also lets go what is kept for them. */
export async function withdraw(work: Work, { offer, side }: Answering): Promise<void> {
  const now = work.clock.now()
  const status = offerStatusAt(offer, now)
  if (status === 'accepted' && side === 'buyer') {
    const left = await move(work, offer, { status: 'withdrawn' })
    await tell(work, left, { to: { seller: 'letGo' }, actor: side })
    return work.announce(unitsKept, { postId: offer.post_id })
  }
  if (status !== 'open') throw over(offer, now)
  if (offer.made_by !== side) throw notOfferer()
  await tell(work, await move(work, offer, { status: 'withdrawn' }), { to: {}, actor: side })
}

export async function readOffer(work: Work, id: string, personId: string) {
  const row = await findNamedOffer(work.db, id)
  if (!row) throw noSuchOffer()
  return presentOffer(row, personId, { publicUrl: work.publicUrl, now: work.clock.now() })
}

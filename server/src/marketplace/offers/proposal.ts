import { days } from '../../platform/clock.ts'
import { countAttempt } from '../../platform/identity/attempts.ts'
import { newId } from '../../platform/ids.ts'
import { minorOf } from '../../platform/money.ts'
import { atField, invalidField, rateLimited, validationFailed } from '../../platform/operation/problem.ts'
import type { Work } from '../../platform/operation/work.ts'
import {
  appendMessage,
  chatBlocked,
  deliver,
  findRoomOfPair,
  findSent,
  lockRoom,
  type MessageRow,
  newMessage,
  noSuchChatroom,
  type OfferSide,
  offerStatusAt,
  openRoom,
  pairOf,
  type Room,
  selectMessage,
} from '../chat/public.ts'
import { lockRow, noSuchPost } from '../posts/public.ts'
import { lockPair, selectBlockers } from '../users/public.ts'
import { bringOn } from './deadline.ts'
import { findFloor } from './floor-queries.ts'
import { tell } from './notice.ts'
import { cannotOfferOwn, notAvailable, offerStands, offersNotAllowed } from './problems.ts'
import {
  findListing,
  findSeller,
  findStanding,
  findTopic,
  insertOffer,
  type ListingRow,
  type OfferRow,
} from './queries.ts'
import { answerableForMs, dueBefore, otherSide, proposalsPerDay } from './states.ts'

/*
 * Whoever changes an offer locks the chat first, which holds its two people, then the listing, and the offer last.
 * The room and the pieces that are left stay as they are meanwhile.
 */

interface Caller {
  id: string
  name: string
}

export interface Wish {
  price: number
  /** Where the price stands in what was sent, unless it is at its top. */
  pricePath?: string
  quantity: number
  note: string
  replyTo?: string | null
  clientMessageId?: string | null
}

/** @throws NOT_AVAILABLE where a listing is over, or has not so many pieces that nobody is promised */
export function checkFree({ is_live: isLive, status, free }: ListingRow, quantity: number): void {
  if (!isLive || status !== 'active' || quantity > free) throw notAvailable()
}

/** @throws where somebody cannot offer a price for a locked listing, or not to somebody whom one of the two blocked */
function checkOffered(
  listing: ListingRow | undefined,
  blockers: readonly unknown[],
  callerId: string,
): ListingRow {
  if (blockers.length > 0) throw chatBlocked()
  if (!listing) throw noSuchPost()
  if (listing.author_id === callerId) throw cannotOfferOwn()
  if (!listing.allows_offers) throw offersNotAllowed()
  return listing
}

/** The chat of a buyer with the seller of a listing, locked; begun where there is none. */
export async function enterRoom(
  work: Work,
  { callerId, postId, quantity, ip }: { callerId: string; postId: string; quantity: number; ip: string },
): Promise<Room> {
  const { db, clock } = work
  const sellerId = await findSeller(db, postId)
  if (sellerId === undefined) throw noSuchPost()
  if (sellerId === callerId) throw cannotOfferOwn()
  const known = await findRoomOfPair(db, pairOf(callerId, sellerId), postId)
  const room = known && (await lockRoom(db, known, callerId))
  if (room) return room
  // Whoever changes a listing holds it before they wait for chats that begin. All others who offer wait for it meanwhile,
  // so that what is asked leaves in one write.
  const [, , blockers, listing] = await Promise.all([
    lockPair(db, callerId, sellerId),
    lockRow(db, postId),
    selectBlockers(db, callerId, sellerId),
    findListing(db, postId, callerId, clock.now()),
  ])
  checkFree(checkOffered(listing, blockers, callerId), quantity)
  const { id } = await openRoom(work, { callerId, peerId: sellerId, postId, ip })
  const begun = await lockRoom(db, id, callerId)
  if (!begun) throw noSuchChatroom()
  return begun
}

interface Place {
  room: Room
  postId: string
}

/** A buyer's offer in a locked chat. */
export async function make(
  work: Work,
  caller: Caller,
  { room, postId }: Place,
  wish: Wish,
): Promise<{ offer: OfferRow; message: MessageRow }> {
  const { db, clock } = work
  const [blockers, , found, standing] = await Promise.all([
    selectBlockers(db, caller.id, room.peer_id),
    lockRow(db, postId),
    findListing(db, postId, caller.id, clock.now()),
    findStanding(db, postId, caller.id),
  ])
  const listing = checkOffered(found, blockers, caller.id)
  if (standing) await endStanding(work, standing)
  checkFree(listing, wish.quantity)
  const ends = { buyerId: caller.id, sellerId: listing.author_id }
  return propose(work, caller, { room, listing, ...ends, madeBy: 'buyer', answers: null }, wish)
}

/** @throws OFFER_STANDS unless its time is over, which is written down then */
async function endStanding(work: Work, known: OfferRow): Promise<void> {
  const status = offerStatusAt(known, work.clock.now())
  if (status === known.status) throw offerStands({ details: { offer_id: known.id, status } })
  await bringOn(work, known)
}

interface Proposal {
  room: Room
  listing: ListingRow
  buyerId: string
  sellerId: string
  madeBy: OfferSide
  answers: string | null
}

/** Writes an offer and its message; what is below what the seller considers is declined at once. */
export async function propose(
  work: Work,
  caller: Caller,
  { room, listing, buyerId, sellerId, madeBy, answers }: Proposal,
  wish: Wish,
): Promise<{ offer: OfferRow; message: MessageRow }> {
  const { db, clock } = work
  const now = clock.now()
  const priceMinor = minorOf(wish.price, listing.currency, wish.pricePath ?? 'body.price')
  if (madeBy === 'buyer') await countProposal(work, buyerId, listing.id)
  const isBelow = madeBy === 'buyer' && (await isBelowFloor(work, listing, priceMinor))
  const until = new Date(
    Math.min(now.getTime() + answerableForMs, listing.over_at?.getTime() ?? Number.POSITIVE_INFINITY),
  )
  const offer = await insertOffer(db, {
    ...{ id: newId(), post_id: listing.id, room_id: room.id, buyer_id: buyerId, seller_id: sellerId },
    ...{ made_by: madeBy, answers, quantity: wish.quantity, price_minor: priceMinor },
    ...{ currency: listing.currency, created_at: now, expires_at: until },
    ...(isBelow
      ? { status: 'declined', reason: 'below_considered', due_at: null }
      : { status: 'open', reason: null, due_at: dueBefore(until, now) }),
  })
  if (!offer) throw offerStands()
  const message = await write(work, caller, room, offer, wish)
  const told = answers === null ? 'made' : 'countered'
  await tell(
    work,
    offer,
    isBelow
      ? { to: { buyer: 'declinedAtOnce' }, actor: null }
      : { to: { [otherSide(madeBy)]: told }, actor: madeBy },
  )
  return { offer, message }
}

async function write(
  work: Work,
  caller: Caller,
  room: Room,
  offer: OfferRow,
  { note, replyTo = null, clientMessageId = null }: Wish,
): Promise<MessageRow> {
  const said = { roomId: room.id, text: note, media: [], meetup: null, replyTo, clientMessageId }
  const message = { ...newMessage(work, caller.id, said), offer_id: offer.id }
  const appended = await appendMessage(work.db, message)
  if (!appended) throw noSuchChatroom()
  await deliver(work, room, { message, appended, senderName: caller.name })
  const written = await selectMessage(work.db, { id: message.id })
  if (!written) throw new Error('a message that was just written is gone')
  return written
}

async function countProposal(work: Work, buyerId: string, postId: string): Promise<void> {
  const budget = {
    name: 'marketplace offers',
    max: proposalsPerDay,
    windowMs: days(1),
    refusal: rateLimited,
  }
  const refusal = await countAttempt(work, budget, `${buyerId} ${postId}`)
  if (refusal) throw refusal
}

async function isBelowFloor(
  { db }: Work,
  { id, author_id }: ListingRow,
  priceMinor: number,
): Promise<boolean> {
  const floor = await findFloor(db, id, author_id)
  return floor?.price_minor != null && priceMinor < floor.price_minor
}

interface Said {
  chatroom_id: string
  messageText?: string
  media?: readonly string[]
  meetup?: object
  reply_to?: string
  client_message_id?: string
}

/** An offer as a message: the same as making one about the listing of the chat. */
export async function sendOffer(
  work: Work,
  caller: Caller,
  said: Said,
  { price, quantity = 1 }: { price: number; quantity?: number },
): Promise<MessageRow> {
  const note = said.messageText ?? ''
  if (said.meetup) throw invalidField('body.meetup', 'exclusive', 'cannot stand beside an offer')
  if ((said.media ?? []).length > 0)
    throw invalidField('body.media', 'exclusive', 'cannot stand beside an offer')
  if ([...note].length > 500)
    throw validationFailed(
      atField('body.messageText', 'maxLength', 'must be at most 500 characters with an offer'),
    )
  const room = await lockRoom(work.db, said.chatroom_id, caller.id)
  if (!room) throw noSuchChatroom()
  const clientMessageId = said.client_message_id ?? null
  const again = { roomId: room.id, text: note, media: [], meetup: null, replyTo: null, clientMessageId }
  const sent = await findSent(work, newMessage(work, caller.id, again))
  if (sent) return sent
  const postId = await findTopic(work.db, room.id)
  if (postId === null) throw invalidField('body.offer', 'listing', 'needs a chat about a listing')
  const pricePath = 'body.offer.price'
  const wish = { price, pricePath, quantity, note, replyTo: said.reply_to ?? null, clientMessageId }
  return (await make(work, caller, { room, postId }, wish)).message
}

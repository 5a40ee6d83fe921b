import { days } from '../../platform/clock.ts'
import { countAttempt } from '../../platform/identity/attempts.ts'
import { newId } from '../../platform/ids.ts'
import { rateLimited } from '../../platform/operation/problem.ts'
import type { Work } from '../../platform/operation/work.ts'
import { configuredFor } from '../../platform/system-config/configured.ts'
import { chatsPerDay } from '../limits.ts'
import { findPostForChat, interestShown, type ProductRow, presentProductDetails } from '../posts/public.ts'
import { findPerson, lockPair, lockPerson, selectBlockers } from '../users/public.ts'
import { cardOfRoom } from './card.ts'
import { roomUpdated } from './events.ts'
import { chatBlocked, noSuchPost, noSuchUser, notProductParty, postNotAvailable } from './problems.ts'
import { findRequest, findRoomOfPair, holdListing, insertRoom, pairOf, settleRequest } from './queries.ts'

/** @throws when no chat about this listing can start between the two. */
async function listingOf({ db, clock }: Work, postId: string, callerId: string, peerId: string) {
  await holdListing(db, postId)
  const post = await findPostForChat(db, postId, callerId, clock.now())
  if (!post) throw noSuchPost()
  if (![callerId, peerId].includes(post.author_id)) throw notProductParty()
  if (!['active', 'reserved'].includes(post.status)) throw postNotAvailable()
  return post
}

/**
 * Begins a chat between two people who have not blocked each other. @returns whether the second one's list is without
 * it, as they want it of strangers
 */
async function begin(
  { db, clock, publicUrl }: Work,
  id: string,
  people: readonly [string, string],
  product: ProductRow | null,
) {
  const [beginner, peer] = people
  const request = await findRequest(db, peer, beginner)
  const at = clock.now()
  const pair = pairOf(...people)
  const snapshot = product && presentProductDetails(product, publicUrl)
  const source = {
    id,
    is_active: true,
    created_at: at.toISOString(),
    blocked_by: null,
    post_id: product?.id ?? null,
    product,
    product_before: snapshot,
  }
  const cards = [
    cardOfRoom({ ...source, viewer_id: pair.lo, peer_id: pair.hi }),
    cardOfRoom({ ...source, viewer_id: pair.hi, peer_id: pair.lo }),
  ] as const
  const held = { userId: peer, request }
  await insertRoom(db, { id, pair, postId: source.post_id, snapshot, at, cards, held })
  return request !== 'none'
}

/** @throws RATE_LIMITED to whoever begins more chats than somebody of their standing may. */
async function countNewRoom(work: Work, callerId: string): Promise<void> {
  const { trust_level: trust } = await lockPerson(work.db, callerId)
  const budget = { name: 'marketplace new rooms', windowMs: days(1), refusal: rateLimited }
  const max = configuredFor(work.services, chatsPerDay, trust)
  const refusal = await countAttempt(work, { ...budget, max }, callerId)
  if (refusal) throw refusal
}

/** Who wants a chat with whom, about what, and from where they ask. */
interface Opening {
  callerId: string
  peerId: string
  postId: string | null
  ip: string
}

/**
 * Begins a chat, or finds the one that there is, which whoever asks for it accepts.
 * @throws when one of the two blocked the other, or no chat about the listing can start between them
 */
export async function openRoom(
  work: Work,
  { callerId, peerId, postId, ip }: Opening,
): Promise<{ id: string; isNew: boolean }> {
  const { db } = work
  // In one write: others may wait for what the caller of this holds.
  const [, blockers, known, peer] = await Promise.all([
    lockPair(db, callerId, peerId),
    selectBlockers(db, callerId, peerId),
    findRoomOfPair(db, pairOf(callerId, peerId), postId),
    findPerson(db, peerId),
  ])
  if (blockers.length > 0) throw chatBlocked()
  if (known) {
    await settleRequest(db, { roomId: known, userId: callerId, isAccepted: true })
    return { id: known, isNew: false }
  }
  const id = newId()
  if (!peer?.isActive || peer.kind !== 'member') throw noSuchUser()
  await countNewRoom(work, callerId)
  const product = postId === null ? null : await listingOf(work, postId, callerId, peerId)
  const isHeld = await begin(work, id, [callerId, peerId], product)
  if (product && product.author_id !== callerId)
    await work.announce(interestShown, { postId: product.id, userId: callerId, kind: 'chat', ip })
  for (const recipientId of isHeld ? [callerId] : [callerId, peerId])
    work.publish(roomUpdated, { recipientId, data: { chatroom_id: id } })
  return { id, isNew: true }
}

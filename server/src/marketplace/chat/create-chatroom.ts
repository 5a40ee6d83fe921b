import { Type } from 'typebox'
import { days } from '../../platform/clock.ts'
import { countAttempt } from '../../platform/identity/attempts.ts'
import { newId } from '../../platform/ids.ts'
import { operation } from '../../platform/operation/operation.ts'
import { rateLimited } from '../../platform/operation/problem.ts'
import { reply } from '../../platform/operation/reply.ts'
import type { Work } from '../../platform/operation/work.ts'
import { configuredFor } from '../../platform/system-config/configured.ts'
import { member } from '../access.ts'
import { PersonId, ShownPostId } from '../ids.ts'
import { chatsPerDay } from '../limits.ts'
import { findPostForChat, interestShown, type ProductRow, presentProductDetails } from '../posts/public.ts'
import { findPerson, lockPair, lockPerson, selectBlockers } from '../users/public.ts'
import { cardOfRoom, presentRoom } from './card.ts'
import { roomUpdated } from './events.ts'
import {
  cannotChatSelf,
  chatBlocked,
  noSuchChatroom,
  noSuchPost,
  noSuchUser,
  notProductParty,
  postNotAvailable,
} from './problems.ts'
import {
  findRequest,
  findRoomOfPair,
  holdListing,
  insertRoom,
  pairOf,
  selectRoom,
  settleRequest,
} from './queries.ts'
import { ChatRoomRecord } from './shapes.ts'

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

export const createChatroom = operation({
  key: 'M51',
  source: 'named in the specification with POST; path and body chosen here, the record is that of 2.2',
  method: 'POST',
  path: '/chat-mgt/create-chatroom',
  summary:
    'Start a chat with somebody, about a listing of one of you or about nothing, or find the one you have',
  access: member,
  body: Type.Object({ user_id: PersonId, product_id: Type.Optional(ShownPostId) }),
  replies: {
    200: {
      message: 'Chatroom created successfully',
      data: ChatRoomRecord,
      meta: Type.Object({ created: Type.Boolean() }),
    },
  },
  problems: [cannotChatSelf, notProductParty, chatBlocked, noSuchUser, noSuchPost, postNotAvailable],

  async handle({ body, caller, request, ...work }) {
    const { db, clock } = work
    const postId = body.product_id ?? null
    const pair = pairOf(caller.id, body.user_id)
    if (body.user_id === caller.id) throw cannotChatSelf()
    await lockPair(db, caller.id, body.user_id)
    if ((await selectBlockers(db, caller.id, body.user_id)).length > 0) throw chatBlocked()
    const known = await findRoomOfPair(db, pair, postId)
    const id = known ?? newId()
    if (known) await settleRequest(db, { roomId: known, userId: caller.id, isAccepted: true })
    else {
      const peer = await findPerson(db, body.user_id)
      if (!peer?.isActive || peer.kind !== 'member') throw noSuchUser()
      await countNewRoom(work, caller.id)
      const product = postId === null ? null : await listingOf(work, postId, caller.id, body.user_id)
      const isHeld = await begin(work, id, [caller.id, body.user_id], product)
      if (product && product.author_id !== caller.id) {
        const interest = { postId: product.id, userId: caller.id, kind: 'chat' as const }
        await work.announce(interestShown, { ...interest, ip: request.ip })
      }
      for (const recipientId of isHeld ? [caller.id] : [caller.id, body.user_id])
        work.publish(roomUpdated, { recipientId, data: { chatroom_id: id } })
    }
    const row = await selectRoom(db, id, caller.id, clock.now())
    if (!row) throw noSuchChatroom()
    return reply({
      data: presentRoom(row, caller.id, work.publicUrl),
      meta: { created: !known },
      message: known ? 'Chatroom found' : 'Chatroom created successfully',
    })
  },
})

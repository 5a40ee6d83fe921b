import { Type } from 'typebox'
import { newId } from '../../platform/ids.ts'
import { operation } from '../../platform/operation/operation.ts'
import { reply } from '../../platform/operation/reply.ts'
import { Id } from '../../platform/operation/schema.ts'
import type { Work } from '../../platform/operation/work.ts'
import { member } from '../access.ts'
import { findPostForChat, presentProductDetails } from '../posts/public.ts'
import { findPerson, lockPair, selectBlockers } from '../users/public.ts'
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
import { findRoomOfPair, insertRoom, pairOf, selectRoom } from './queries.ts'
import { ChatRoomRecord } from './shapes.ts'
import { roomPresenter } from './view.ts'

/** @throws when no chat about this listing can start between the two. */
async function snapshotOf({ db, clock, services }: Work, postId: string, callerId: string, peerId: string) {
  const post = await findPostForChat(db, postId, callerId, clock.now())
  if (!post) throw noSuchPost()
  if (![callerId, peerId].includes(post.author_id)) throw notProductParty()
  if (!['active', 'reserved'].includes(post.status)) throw postNotAvailable()
  return presentProductDetails(post, services.settings.publicUrl)
}

export const createChatroom = operation({
  key: 'M51',
  source: 'named in the specification with POST; path and body chosen here, the record is that of 2.2',
  method: 'POST',
  path: '/chat-mgt/create-chatroom',
  summary:
    'Start a chat with somebody, about a listing of one of you or about nothing, or find the one you have',
  access: member,
  body: Type.Object({ user_id: Id, product_id: Type.Optional(Id) }),
  replies: {
    200: {
      message: 'Chatroom created successfully',
      data: ChatRoomRecord,
      meta: Type.Object({ created: Type.Boolean() }),
    },
  },
  problems: [cannotChatSelf, notProductParty, chatBlocked, noSuchUser, noSuchPost, postNotAvailable],
  limit: { max: 500, windowSeconds: 86_400 },

  async handle({ body, caller, ...work }) {
    const { db, clock } = work
    const postId = body.product_id ?? null
    const pair = pairOf(caller.id, body.user_id)
    if (body.user_id === caller.id) throw cannotChatSelf()
    await lockPair(db, caller.id, body.user_id)
    if ((await selectBlockers(db, caller.id, body.user_id)).length > 0) throw chatBlocked()
    const known = await findRoomOfPair(db, pair, postId)
    const id = known ?? newId()
    if (!known) {
      const peer = await findPerson(db, body.user_id)
      if (!peer?.isActive || peer.kind !== 'member') throw noSuchUser()
      const snapshot = postId === null ? null : await snapshotOf(work, postId, caller.id, body.user_id)
      await insertRoom(db, { id, pair, postId, snapshot, at: clock.now() })
      for (const recipientId of [caller.id, body.user_id])
        work.publish(roomUpdated, { recipientId, data: { chatroom_id: id } })
    }
    const row = await selectRoom(db, id, caller.id)
    if (!row) throw noSuchChatroom()
    const present = await roomPresenter(work, caller.id, [row])
    return reply({
      data: present(row),
      meta: { created: !known },
      message: known ? 'Chatroom found' : 'Chatroom created successfully',
    })
  },
})

import type { Announced } from '../../platform/operation/announcement.ts'
import type { Work } from '../../platform/operation/work.ts'
import type { postBecameVisible } from '../posts/public.ts'
import { roomUpdated } from './events.ts'
import { refreshRooms } from './kept-cards.ts'
import { findRoomsOfPair, pairOf, selectRoomsAbout } from './queries.ts'

/** Has the chats about a listing loaded anew by those who have them open. */
export async function tellRoomsAbout({ db, publish }: Work, { postId }: { postId: string }): Promise<void> {
  for (const { id, people } of await selectRoomsAbout(db, postId))
    for (const recipientId of people) publish(roomUpdated, { recipientId, data: { chatroom_id: id } })
}

type Appearance = Announced<(typeof postBecameVisible)['data']>

/** The same once it is there again; about a new one nobody has talked. */
export async function tellRoomsOfReturn(work: Work, { postId, how }: Appearance): Promise<void> {
  if (how !== 'published') await tellRoomsAbout(work, { postId })
}

/** Has all chats of two people say whether one of them blocked the other. */
export async function tellPairsRooms(
  { db, publish }: Work,
  { blockerId, blockedId }: { blockerId: string; blockedId: string },
): Promise<void> {
  const rooms = await findRoomsOfPair(db, pairOf(blockerId, blockedId))
  if (rooms.length === 0) return
  await refreshRooms(db, rooms)
  for (const id of rooms)
    for (const recipientId of [blockerId, blockedId])
      publish(roomUpdated, { recipientId, data: { chatroom_id: id } })
}

import type { Work } from '../../platform/operation/work.ts'
import { roomUpdated } from './events.ts'
import { selectRoomsAbout } from './queries.ts'

/** Has the chats about a listing loaded anew by those who have them open. */
export async function tellRoomsAbout({ db, publish }: Work, { postId }: { postId: string }): Promise<void> {
  for (const { id, people } of await selectRoomsAbout(db, postId))
    for (const recipientId of people) publish(roomUpdated, { recipientId, data: { chatroom_id: id } })
}

import { purgeUploads } from '../../platform/media/jobs.ts'
import type { Work } from '../../platform/operation/work.ts'
import { deleteDesertedRooms } from './queries.ts'

const roomsAtOnce = 50

/** Deletes some chats of somebody who left, those of which the other side has left as well. @returns how many. */
export async function forgetRooms(work: Work, { id }: { id: string }, most: number): Promise<number> {
  const rooms = await deleteDesertedRooms(work.db, id, Math.min(most, roomsAtOnce))
  await purgeUploads(
    work,
    rooms.flatMap(({ media_ids }) => media_ids),
  )
  return rooms.length
}

import { purgeUploads } from '../../platform/media/jobs.ts'
import type { Work } from '../../platform/operation/work.ts'
import { deleteDesertedRooms } from './queries.ts'

const roomsAtOnce = 50
const picturesAtOnce = 100

/** Deletes some chats of somebody who left, those of which the other side has left as well. @returns how many. */
export async function forgetRooms(work: Work, { id }: { id: string }, most: number): Promise<number> {
  const rooms = await deleteDesertedRooms(work.db, id, Math.min(most, roomsAtOnce))
  const pictures = rooms.flatMap(({ media_ids }) => media_ids)
  for (let at = 0; at < pictures.length; at += picturesAtOnce)
    await purgeUploads(work, pictures.slice(at, at + picturesAtOnce))
  return rooms.length
}

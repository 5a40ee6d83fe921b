import type { Reading } from '../../platform/operation/work.ts'
import { selectProductDetails } from '../posts/public.ts'
import type { RoomRow } from './queries.ts'
import { presentRoom } from './shapes.ts'

/** Makes the presenter of some rooms for one viewer; the listings of all of them in one statement. */
export async function roomPresenter(
  { db, clock, services }: Reading,
  viewerId: string,
  rows: readonly RoomRow[],
): Promise<(row: RoomRow) => ReturnType<typeof presentRoom>> {
  const postIds = rows.flatMap(({ post_id }) => post_id ?? [])
  const products = new Map((await selectProductDetails(db, postIds)).map((row) => [row.id, row]))
  const viewing = { viewerId, now: clock.now(), publicUrl: services.settings.publicUrl }
  return (row) => presentRoom(row, products.get(row.post_id ?? ''), viewing)
}

import { sql } from 'kysely'
import { storePicture } from '../platform/media/uploads.ts'
import type { Services } from '../platform/services.ts'
import { renderDrawing } from './drawings.ts'
import type { PlannedListing } from './plan.ts'

const mostAtOnce = 3

/** Draws and stores the picture of every listing. @returns the upload ids by listing id. */
export async function storePictures(
  { db, providers: { files } }: Pick<Services, 'db' | 'providers'>,
  listings: readonly PlannedListing[],
  onProgress: (line: string) => void,
): Promise<Map<string, string>> {
  // Of a fill that was ended half-way: the listings never came, so the sweeper may have them.
  await sql`update platform.upload set uses = 0 where realm = 'marketplace'`.execute(db)
  const stored = new Map<string, string>()
  const queue = listings.values()
  const work = async () => {
    for (const listing of queue) {
      const bytes = await renderDrawing(listing.drawing)
      const picture = {
        realm: 'marketplace',
        ownerId: listing.authorId,
        purpose: 'post',
        bytes,
        at: listing.publishedAt,
      } as const
      stored.set(listing.id, await storePicture(db, files, picture))
      if (stored.size % 50 === 0) onProgress(`Drew ${stored.size} of ${listings.length} pictures.`)
    }
  }
  await Promise.all(Array.from({ length: mostAtOnce }, work))
  return stored
}

import sharp from 'sharp'
import type { Db } from '../platform/db/database.ts'
import { attachUploads, storePicture } from '../platform/media/uploads.ts'
import type { Services } from '../platform/services.ts'
import { knownIn, type PlannedListing, type Town } from './plan.ts'
import type { Colours } from './schemas.ts'

const mostAtOnce = 4

/** Renders and stores the picture of every listing. */
export async function drawPictures(
  { db, providers: { files } }: Pick<Services, 'db' | 'providers'>,
  { listings, content, now }: Town,
  onProgress: (line: string) => void,
): Promise<void> {
  let stored = 0
  const queue = listings.values()
  const work = async () => {
    for (const listing of queue) {
      const bytes = await render(pictureOf(listing, content.pictures))
      const owner = { realm: 'marketplace', ownerId: listing.seller.id, purpose: 'post' } as const
      await storePicture(db, files, listing.pictureId, { ...owner, bytes, at: now })
      stored += 1
      if (stored % 50 === 0) onProgress(`Drew ${stored} of ${listings.size} pictures.`)
    }
  }
  await Promise.all(Array.from({ length: mostAtOnce }, work))
}

/**
 * Lets the listings use their pictures, which the sweeper leaves alone from now on. Those of a fill
 * that was ended half-way are his.
 */
export async function usePictures(db: Db, { listings }: Town): Promise<void> {
  for (const [ownerId, own] of Map.groupBy(listings.values(), ({ seller }) => seller.id)) {
    const ids = own.map(({ pictureId }) => pictureId)
    await attachUploads(db, ids, { realm: 'marketplace', ownerId })
  }
}

const pictureOf = ({ picture, colours }: PlannedListing, pictures: ReadonlyMap<string, string>) =>
  colours ? recolour(knownIn(pictures, picture), colours) : knownIn(pictures, picture)

/** Without the transparency that the drawings do not use: it would cost a fifth of the time in every size. */
export const render = (svg: string): Promise<Buffer> =>
  sharp(Buffer.from(svg)).removeAlpha().png({ compressionLevel: 1 }).toBuffer()

/** The same drawing with the rules of its `<style>`, each a class and its colour, made anew. */
export function recolour(svg: string, { main, accent, wall }: Colours): string {
  const [hue, saturation, lightness] = partsOf(main)
  const [wallHue] = partsOf(wall)
  const rules = {
    main,
    dark: hsl(hue, saturation, lightness - 16),
    light: hsl(hue + 6, saturation - 8, lightness + 22),
    accent,
    wall,
    'wall-foot': hsl(wallHue + 14, 30, 76),
    floor: hsl(wallHue + 20, 22, 66),
  }
  const style = Object.entries(rules).map(([name, colour]) => `.${name} { color: ${colour} }`)
  return svg.replace(/<style>[^<]*<\/style>/, `<style>${style.join('\n')}</style>`)
}

function partsOf(colour: string): [hue: number, saturation: number, lightness: number] {
  const [hue = 0, saturation = 0, lightness = 0] = (colour.match(/\d+/g) ?? []).map(Number)
  return [hue, saturation, lightness]
}

const hsl = (hue: number, saturation: number, lightness: number) =>
  `hsl(${hue % 360} ${Math.max(saturation, 0)}% ${Math.min(Math.max(lightness, 0), 100)}%)`

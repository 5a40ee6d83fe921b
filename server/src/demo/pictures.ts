import { sql } from 'kysely'
import sharp from 'sharp'
import { storePicture } from '../platform/media/uploads.ts'
import type { Services } from '../platform/services.ts'
import { knownIn, type PlannedListing, type Town } from './plan.ts'
import type { Colours } from './schemas.ts'

const mostAtOnce = 3

/** Renders and stores the picture of every listing. @returns the upload ids by listing id. */
export async function storePictures(
  { db, files }: Pick<Services, 'db' | 'files'>,
  { listings, content }: Town,
  onProgress: (line: string) => void,
): Promise<Map<string, string>> {
  // Of a fill that was ended half-way: the listings never came, so the sweeper may have them.
  await sql`update platform.upload set uses = 0 where realm = 'marketplace'`.execute(db)
  const stored = new Map<string, string>()
  const queue = listings.values()
  const work = async () => {
    for (const listing of queue) {
      const picture = {
        realm: 'marketplace',
        ownerId: listing.seller.id,
        purpose: 'post',
        bytes: await render(pictureOf(listing, content.pictures)),
        at: listing.publishedAt,
      } as const
      stored.set(listing.id, await storePicture(db, files, picture))
      if (stored.size % 50 === 0) onProgress(`Drew ${stored.size} of ${listings.size} pictures.`)
    }
  }
  await Promise.all(Array.from({ length: mostAtOnce }, work))
  return stored
}

const pictureOf = ({ picture, colours }: PlannedListing, pictures: ReadonlyMap<string, string>) =>
  colours ? recolour(knownIn(pictures, picture), colours) : knownIn(pictures, picture)

export const render = (svg: string): Promise<Buffer> =>
  sharp(Buffer.from(svg)).png({ compressionLevel: 1 }).toBuffer()

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
  `hsl(${hue % 360} ${Math.max(saturation, 0)}% ${Math.max(lightness, 0)}%)`

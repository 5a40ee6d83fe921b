import type { Db } from '../platform/db/database.ts'
import { attachUploads, storePicture } from '../platform/media/uploads.ts'
import type { Services } from '../platform/services.ts'
import { knownIn, type PlannedListing, type Town } from './plan.ts'
import type { Colours, View } from './schemas.ts'

const mostAtOnce = 4

interface Picture {
  id: string
  ownerId: string
  purpose: 'post' | 'profile'
  svg: string
}

/** Renders and stores the pictures of every listing and the faces of the people. */
export async function drawPictures(
  { db, providers: { files } }: Pick<Services, 'db' | 'providers'>,
  town: Town,
  onProgress: (line: string) => void,
): Promise<void> {
  let stored = 0
  const pictures = [...picturesOf(town)]
  const queue = pictures.values()
  const work = async () => {
    for (const { id, svg, ownerId, purpose } of queue) {
      const owner = { realm: 'marketplace', ownerId, purpose } as const
      await storePicture(db, files, id, { ...owner, bytes: await render(svg), at: town.now })
      stored += 1
      if (stored % 100 === 0) onProgress(`Drew ${stored} of ${pictures.length} pictures.`)
    }
  }
  await Promise.all(Array.from({ length: mostAtOnce }, work))
}

/**
 * Lets the listings and the people use their pictures, which the sweeper leaves alone from now on. Those of a fill
 * that was ended half-way are his.
 */
export async function usePictures(db: Db, town: Town): Promise<void> {
  for (const [ownerId, own] of Map.groupBy(picturesOf(town), (picture) => picture.ownerId)) {
    const ids = own.map(({ id }) => id)
    await attachUploads(db, ids, { realm: 'marketplace', ownerId })
  }
}

function* picturesOf({ people, listings, content }: Town): Generator<Picture> {
  for (const listing of listings.values()) {
    const whole = pictureOf(listing, content.pictures)
    const shown = [whole, ...(listing.views ?? []).map((view) => viewOf(whole, view))]
    for (const [index, svg] of shown.entries())
      yield { id: listing.pictureIds[index] ?? '', ownerId: listing.seller.id, purpose: 'post', svg }
  }
  for (const { id, key, photoId } of people.values())
    if (photoId) yield { id: photoId, ownerId: id, purpose: 'profile', svg: knownIn(content.faces, key) }
}

/** The same thing as somebody with a camera takes it once more. */
export function viewOf(svg: string, view: View): string {
  switch (view) {
    case 'close-up':
      return svg.replace('viewBox="0 0 800 600"', 'viewBox="170 180 460 345"')
    case 'detail':
      return svg.replace('viewBox="0 0 800 600"', 'viewBox="230 210 320 240"')
    case 'other-side':
      return svg.replace(
        /^(<svg[^>]*>)(.*)(<\/svg>\s*)$/s,
        '$1<g transform="matrix(-1 0 0 1 800 0)">$2</g>$3',
      )
  }
}

const pictureOf = ({ picture, colours }: PlannedListing, pictures: ReadonlyMap<string, string>) =>
  colours ? recolour(knownIn(pictures, picture), colours) : knownIn(pictures, picture)

/** Without the transparency that the drawings do not use: it would cost a fifth of the time in every size. */
export async function render(svg: string): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  return sharp(Buffer.from(svg)).removeAlpha().png({ compressionLevel: 1 }).toBuffer()
}

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

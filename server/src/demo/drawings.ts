import sharp from 'sharp'
import type { Random } from './random.ts'
import { box, oval } from './shapes.ts'
import { kinds, type Paint } from './things.ts'

export type Kind = keyof typeof kinds
export const allKinds = Object.keys(kinds) as Kind[]

/** Hues of things that are usually of one material; the others may have any. */
const usualHues: Partial<Record<Kind, readonly [number, number]>> = {
  table: [22, 38],
  chair: [18, 40],
  wardrobe: [20, 42],
  bookshelf: [18, 34],
  guitar: [18, 40],
  teddy: [22, 42],
}

const hsl = (hue: number, saturation: number, lightness: number) =>
  `hsl(${Math.round(((hue % 360) + 360) % 360)},${Math.round(saturation)}%,${Math.round(lightness)}%)`

/** The drawing of a kind of thing, in colours of its own. */
export function draw(kind: Kind, random: Random, wantedHue?: number): string {
  const [least, most] = usualHues[kind] ?? [0, 359]
  const anyHue = random.integer(least, most)
  const hue = wantedHue ?? anyHue
  const saturation = random.between(38, 68)
  const lightness = random.between(42, 56)
  const paint: Paint = {
    main: hsl(hue, saturation, lightness),
    dark: hsl(hue, saturation, lightness - 16),
    light: hsl(hue + 6, saturation - 8, lightness + 22),
    accent: hsl(hue + random.pick([150, 180, 205]), saturation + 8, 56),
  }
  // The wall keeps away from the colour of the thing, or the thing would sink into it.
  const wall = hue + random.integer(120, 240)
  const top = hsl(wall, 26, random.between(84, 90))
  const bottom = hsl(wall + 14, 30, 76)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="600" viewBox="0 0 800 600">
<defs><linearGradient id="wall" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${top}"/><stop offset="1" stop-color="${bottom}"/></linearGradient></defs>
${box(0, 0, 800, 600, 'url(#wall)')}${box(0, 450, 800, 150, hsl(wall + 20, 22, 66))}${oval(400, 516, 290, 30, 'rgba(0,0,0,.16)')}
${kinds[kind](paint)}</svg>`
}

export const renderDrawing = (svg: string): Promise<Buffer> =>
  sharp(Buffer.from(svg)).png({ compressionLevel: 1 }).toBuffer()

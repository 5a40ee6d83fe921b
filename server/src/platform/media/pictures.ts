/** Loaded with the first picture: it brings 20 MB. */
const loadSharp = async () => (await import('sharp')).default

const variantWidths = [160, 320, 640, 1280]
const mostPixels = 50_000_000
/** The most that WebP takes. */
const mostHeight = 16_383

export interface Picture {
  width: number
  height: number
  variants: { width: number; bytes: Buffer }[]
}

/** The picture cannot be used; the message is for its owner. */
export class PictureError extends Error {}

/** What the first bytes say a file is, of the kinds that are taken. */
export function sniff(bytes: Buffer): 'image/jpeg' | 'image/png' | 'image/webp' | undefined {
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'image/jpeg'
  if (bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])))
    return 'image/png'
  if (
    bytes.subarray(0, 4).toString('latin1') === 'RIFF' &&
    bytes.subarray(8, 12).toString('latin1') === 'WEBP'
  )
    return 'image/webp'
  return undefined
}

/**
 * Re-encodes a picture: orientation applied, metadata and position dropped, WebP in the widths of
 * `variantWidths` below its own, and in its own up to the largest of them.
 * @throws PictureError when it is not a picture, or too large to open.
 */
export async function renderVariants(bytes: Buffer): Promise<Picture> {
  const { data, info } = await decode(bytes)
  const { width: own, height, channels } = info
  const sharp = await loadSharp()
  const variants = await Promise.all(
    [...variantWidths.filter((width) => width < own), own].map(async (width) => ({
      width,
      bytes: await sharp(data, { raw: { width: own, height, channels } })
        .resize({ width })
        .webp({ quality: 78, effort: 2 })
        .toBuffer(),
    })),
  )
  return { width: own, height, variants }
}

/** Opens a picture, upright and as large as its largest variant. What fails here lies in the picture, unless memory ran out. */
async function decode(bytes: Buffer) {
  if (!sniff(bytes)) throw new PictureError('This file is not a JPEG, PNG or WebP picture.')
  const sharp = await loadSharp()
  try {
    return await sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' })
      .rotate()
      .resize({ width: 1280, height: mostHeight, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
  } catch (error) {
    const message = error instanceof Error ? error.message : ''
    if (/out of memory/i.test(message)) throw error
    throw new PictureError(
      /pixel limit/.test(message)
        ? `This picture has more than ${mostPixels / 1e6} million pixels.`
        : 'This picture is damaged and cannot be opened.',
    )
  }
}

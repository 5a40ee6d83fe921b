import type { Page } from 'playwright-core'
import sharp from 'sharp'

/** A picture for an input of files. */
export const photo = async (name: string, background: string) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 400, height: 300, channels: 3, background } })
    .jpeg()
    .toBuffer(),
})

/** Lets no upload of a page come to its end until it is released. @returns what releases them. */
export async function holdUploads(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>()
  await page.route('**/media/confirm', async (route) => {
    await held.promise
    await route.continue()
  })
  return held.resolve
}

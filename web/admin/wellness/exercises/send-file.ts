import { confirmMedia, createPreSignedUrl, getMedia } from '@plaza/client/wellness'
import { texts } from '../../../texts/ui.ts'
import { ask, Failure } from '../../../ui/failure.ts'
import { send, type Watcher } from '../../../ui/upload.ts'

/** What the catalogue takes: pictures, sound and film. */
export type Kind = 'image' | 'audio' | 'video'

export const acceptOf: Readonly<Record<Kind, string>> = {
  image: 'image/jpeg,image/png,image/webp',
  audio: 'audio/mpeg,audio/mp4,audio/x-m4a,.mp3,.m4a',
  video: 'video/mp4,.mp4',
}

/** Browsers have more than one name for the same type. */
const typeOf = ({ type }: File) => (/^audio\/(x-m4a|m4a|aac)$/.test(type) ? 'audio/mp4' : type)

const askAgainMs = 700

/** Reserves, sends and confirms a file of an administrator's. @returns its key, once it was looked at. @throws Failure */
export async function sendFile(
  file: File,
  folder: 'exercise' | 'category',
  watcher: Watcher = {},
): Promise<string> {
  const body = {
    fileName: file.name.slice(-200) || 'file',
    contentType: typeOf(file),
    size: file.size,
    folder,
  }
  const signal = watcher.signal ?? null
  const { data: reserved } = await ask(createPreSignedUrl({ body, signal }))
  const { uploadUrl: url, method, headers, key } = reserved
  await send(file, { url, method, headers }, watcher)
  await ask(confirmMedia({ body: { key }, signal }))
  for (;;) {
    const { data } = await ask(getMedia({ path: { key }, signal }))
    if (data.status === 'ready') return key
    if (data.status !== 'processing')
      throw new Failure(400, 'UPLOAD_REFUSED', data.reason ?? texts.uploadRefused)
    await new Promise((resolve) => setTimeout(resolve, askAgainMs))
    signal?.throwIfAborted()
  }
}

/** How long a recording of ours plays, in seconds, as far as this browser can tell. */
export async function lengthOf(key: string, kind: 'audio' | 'video'): Promise<number | undefined> {
  const { data } = await ask(createPreSignedUrl({ body: { operation: 'GET', key } }))
  const player = document.createElement(kind)
  return new Promise((resolve) => {
    player.addEventListener('loadedmetadata', () =>
      resolve(Number.isFinite(player.duration) ? Math.round(player.duration) : undefined),
    )
    player.addEventListener('error', () => resolve(undefined))
    player.preload = 'metadata'
    player.src = data.uploadUrl
  })
}

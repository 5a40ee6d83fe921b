import { confirmMedia, createPreAssignedUrls, getMedia } from '@plaza/client/marketplace'
import { texts } from '../texts/ui.ts'
import { ask, Failure, failureOf } from './failure.ts'

/** What the server reads, for the `accept` of an input. */
export const pictureTypes = 'image/jpeg,image/png,image/webp'

export const isPicture = ({ type }: Blob): boolean => pictureTypes.split(',').includes(type)

/** What for; a notice's picture belongs to no listing, chat or profile. */
type Purpose = 'post' | 'chat' | 'profile' | 'town_hall' | 'feedback' | 'evidence'

export interface Watcher {
  /** From 0 to 1, while the bytes go out. */
  onProgress?: (share: number) => void
  /** The bytes are there; the server looks at them. */
  onSent?: () => void
  signal?: AbortSignal
}

/** Reserves, sends and confirms one picture. @returns its id, and its address once it can be shown; none of what is private. @throws Failure */
export async function uploadPicture(
  file: Blob,
  purpose: Purpose,
  watcher: Watcher = {},
): Promise<{ id: string; url: string }> {
  const signal = watcher.signal ?? null
  const name = file instanceof File ? file.name.slice(-255) : 'photo'
  const wanted = { name: name || 'photo', content_type: file.type, size: file.size, purpose }
  const { data } = await ask(createPreAssignedUrls({ body: { files: [wanted] }, signal }))
  const [reserved] = data
  if (!reserved) throw new Failure(500, 'UNREADABLE', texts.unexpected)
  await send(file, reserved, watcher)
  watcher.onSent?.()
  await ask(confirmMedia({ body: { upload_id: reserved.upload_id }, signal }))
  await untilReady(reserved.upload_id, signal)
  return { id: reserved.upload_id, url: reserved.public_url ?? '' }
}

export interface Reserved {
  url: string
  method: string
  headers: Record<string, string>
}

/** Sends bytes to a signed address. `fetch` cannot tell how far a request's body is. */
export function send(
  file: Blob,
  { url, method, headers }: Reserved,
  { onProgress, signal }: Watcher,
): Promise<void> {
  const request = new XMLHttpRequest()
  request.open(method, url)
  for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
  request.upload.addEventListener('progress', ({ loaded, total }) =>
    onProgress?.(total > 0 ? loaded / total : 0),
  )
  signal?.addEventListener('abort', () => request.abort(), { once: true })
  return new Promise((resolve, reject) => {
    request.addEventListener('load', () => {
      if (request.status < 300) resolve()
      else reject(new Failure(request.status, 'UPLOAD_REFUSED', texts.uploadRefused))
    })
    request.addEventListener('error', () => reject(failureOf(undefined, undefined)))
    request.addEventListener('abort', () => reject(signal?.reason))
    request.send(file)
  })
}

const askAgainMs = 700

/** The server makes the smaller sizes in the background. */
async function untilReady(uploadId: string, signal: AbortSignal | null): Promise<void> {
  for (;;) {
    const { data } = await ask(getMedia({ path: { upload_id: uploadId }, signal }))
    if (data.status === 'ready') return
    if (data.status !== 'processing')
      throw new Failure(400, 'UPLOAD_REFUSED', data.reason ?? texts.uploadRefused)
    await new Promise((resolve) => setTimeout(resolve, askAgainMs))
    signal?.throwIfAborted()
  }
}

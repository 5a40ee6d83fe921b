import sharp from 'sharp'
import { hours } from '../platform/clock.ts'
import { sweepUploads } from '../platform/media/jobs.ts'
import { sweepNow } from './jobs.ts'
import { call, eventually, later, world } from './kit.ts'

export interface Upload {
  upload_id: string
  url: string
  method: string
  headers: Record<string, string>
  expires_at: string
  public_url: string
}

/** The state of an upload as its owner reads it. */
export interface UploadState {
  upload_id: string
  status: 'reserved' | 'processing' | 'ready' | 'failed'
  reason: string | null
  width: number | null
  height: number | null
  public_url: string
  variants: { width: number; url: string }[]
}

type Person = { token: string }

/** A plain picture, red in its left half and blue in its right. */
export const makePicture = (width = 400, height = 200): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: { r: 0, g: 0, b: 255 } } })
    .composite([
      {
        input: { create: { width: width / 2, height, channels: 3, background: { r: 255, g: 0, b: 0 } } },
        left: 0,
        top: 0,
      },
    ])
    .jpeg({ quality: 95 })
    .toBuffer()

export async function reserve(
  as: Person,
  file: { size: number; content_type?: string; name?: string; sha256?: string; purpose?: string },
): Promise<Upload> {
  const { body } = await call<Upload[]>('POST', '/api/v1/application-alert/pre-assigned-urls', {
    as,
    body: { files: [{ name: 'picture.jpg', content_type: 'image/jpeg', purpose: 'post', ...file }] },
  })
  const [upload] = body.data
  if (!upload) throw new Error('nothing was reserved')
  return upload
}

const withoutOrigin = (url: string) => {
  const { pathname, search } = new URL(url)
  return pathname + search
}

/** PUTs bytes to a signed address, as a phone would. */
export async function put(url: string, bytes: Buffer, contentType: string) {
  const { app } = await world()
  return app.inject({
    method: 'PUT',
    url: withoutOrigin(url),
    headers: { 'content-type': contentType },
    payload: bytes,
  })
}

/** Loads a public address, without any sign-in. */
export async function load(url: string) {
  const { app } = await world()
  return app.inject({ method: 'GET', url: withoutOrigin(url) })
}

/** Confirms an upload and waits until it is ready or failed. */
export async function confirm(as: Person, id: string): Promise<UploadState> {
  await call('POST', '/api/v1/media/confirm', { as, body: { upload_id: id } })
  return eventually(async () => {
    const { body } = await call<UploadState>('GET', `/api/v1/media/${id}`, { as })
    return ['ready', 'failed'].includes(body.data.status) && body.data
  })
}

/** Takes a picture all the way: reserved, sent, confirmed, ready. */
export async function uploadPicture(as: Person, bytes?: Buffer): Promise<{ id: string; publicUrl: string }> {
  const picture = bytes ?? (await makePicture())
  const upload = await reserve(as, { size: picture.length })
  await put(upload.url, picture, 'image/jpeg')
  const { status, reason } = await confirm(as, upload.upload_id)
  if (status !== 'ready') throw new Error(`the picture is ${status}: ${reason}`)
  return { id: upload.upload_id, publicUrl: upload.public_url }
}

/** What the sweeper does some hours from now to uploads that nothing uses. */
export async function sweepIn(hoursAhead: number): Promise<void> {
  await later(hours(hoursAhead), () => sweepNow(sweepUploads))
}

/** Where everybody would see a picture. */
export const publicAddress = async (id: string, width = 1280): Promise<string> =>
  `${(await world()).host.services.settings.publicUrl}/media/${id}/${width}.webp`

import { type Static, Type } from 'typebox'
import {
  isPrivate,
  pictureTypes,
  pictureUrl,
  type reserveUpload,
  type UploadRow,
} from '../../platform/media/uploads.ts'
import {
  Id,
  Integer,
  Nullable,
  OneOf,
  Shown,
  Text,
  Timestamp,
  Verbatim,
} from '../../platform/operation/schema.ts'

export const PublicUrl = Nullable(
  Shown('https://plaza.example/media/0197b3a1-9c40/1280.webp'),
  'works once the upload is ready; null of what is private, which signed addresses lead to',
)

/** What an upload is for; evidence, feedback and what the tool keeps are private. */
export const purposes = ['post', 'chat', 'town_hall', 'profile', 'tool', 'feedback', 'evidence'] as const

/** What is said of a file before there is one. */
export const announced = {
  content_type: Text(1, 100, { description: pictureTypes.join(', '), example: 'image/jpeg' }),
  size: Integer(1, Number.MAX_SAFE_INTEGER, { description: 'in bytes, exactly' }),
  sha256: Type.Optional(
    Verbatim(64, 64, {
      pattern: '^[0-9a-f]{64}$',
      description: 'of the bytes; others are refused then',
      example: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    }),
  ),
}

export const FileName = Text(1, 255, { example: 'bicycle.jpg' })

export const ReservedUpload = Type.Object({
  upload_id: Id,
  url: Shown('https://plaza.example/files/0197b3a1-9c40'),
  method: OneOf(['PUT']),
  headers: Type.Object({ 'content-type': Shown('image/jpeg') }),
  expires_at: Timestamp,
  public_url: PublicUrl,
})

export const presentReserved = (
  { id, url, expiresAt, publicUrl }: Awaited<ReturnType<typeof reserveUpload>>,
  contentType: string,
): Static<typeof ReservedUpload> => ({
  upload_id: id,
  url,
  method: 'PUT',
  headers: { 'content-type': contentType },
  expires_at: expiresAt.toISOString(),
  public_url: publicUrl,
})

export const UploadRecord = Type.Object(
  {
    upload_id: Id,
    status: OneOf(['reserved', 'processing', 'ready', 'failed']),
    reason: Nullable(Shown('The picture could not be read.', 'why it failed, or is still waited for')),
    width: Nullable(Type.Integer()),
    height: Nullable(Type.Integer()),
    public_url: PublicUrl,
    variants: Type.Array(
      Type.Object({ width: Type.Integer(), url: Shown('https://plaza.example/files/0197b3a1-9c40') }),
      { description: 'none of what is private' },
    ),
  },
  { title: 'UploadRecord' },
)

export const presentUpload = (row: UploadRow, publicUrl: string): Static<typeof UploadRecord> => ({
  upload_id: row.id,
  status: row.status,
  reason: row.reason,
  width: row.width,
  height: row.height,
  public_url: isPrivate(row.purpose) ? null : pictureUrl(publicUrl, row.id),
  variants: (isPrivate(row.purpose) ? [] : row.variants).map((width) => ({
    width,
    url: pictureUrl(publicUrl, row.id, width),
  })),
})

import { type Static, Type } from 'typebox'
import { isPrivate, pictureUrl, type UploadRow } from '../../platform/media/uploads.ts'
import { Id, Nullable, OneOf, Shown, Timestamp } from '../../platform/operation/schema.ts'

export const PublicUrl = Nullable(
  Shown('https://plaza.example/media/0197b3a1-9c40/1280.webp'),
  'of a picture that everybody may see, once it is ready; null of all else, which signed addresses lead to',
)

export const SignedUrl = Type.Object(
  {
    uploadUrl: Shown(
      'https://plaza.example/files/originals/0197b3a1-9c40?X-Amz-Signature=5d2f',
      'where to send the bytes, or to get them',
    ),
    method: OneOf(['PUT', 'GET']),
    headers: Type.Unsafe<Record<string, string>>({
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'to be sent as they are',
      examples: [{ 'content-type': 'audio/mpeg' }],
    }),
    key: Id,
    publicUrl: PublicUrl,
    expiresAt: Timestamp,
  },
  { title: 'PreSignedUrl' },
)

export const MediaRecord = Type.Object(
  {
    key: Id,
    contentType: Shown('audio/mpeg'),
    size: Type.Integer({ description: 'in bytes' }),
    status: OneOf(['reserved', 'processing', 'ready', 'failed']),
    reason: Nullable(
      Shown('This picture is damaged and cannot be opened.', 'why it failed, or is still waited for'),
    ),
    publicUrl: PublicUrl,
  },
  { title: 'MediaRecord' },
)

export const presentMedia = (row: UploadRow, publicUrl: string): Static<typeof MediaRecord> => ({
  key: row.id,
  contentType: row.content_type,
  size: row.declared_size,
  status: row.status,
  reason: row.reason,
  publicUrl: isPrivate(row.purpose) || row.variants.length === 0 ? null : pictureUrl(publicUrl, row.id),
})

import { type Static, Type } from 'typebox'
import { pictureUrl, type UploadRow } from '../../platform/media/uploads.ts'
import { Id, Nullable, OneOf } from '../../platform/operation/schema.ts'

export const UploadRecord = Type.Object(
  {
    upload_id: Id,
    status: OneOf(['reserved', 'processing', 'ready', 'failed']),
    reason: Nullable(Type.String({ description: 'why it failed' })),
    width: Nullable(Type.Integer()),
    height: Nullable(Type.Integer()),
    public_url: Type.String({ description: 'works once the upload is ready' }),
    variants: Type.Array(Type.Object({ width: Type.Integer(), url: Type.String() })),
  },
  { title: 'UploadRecord' },
)

export const presentUpload = (row: UploadRow, publicUrl: string): Static<typeof UploadRecord> => ({
  upload_id: row.id,
  status: row.status,
  reason: row.reason,
  width: row.width,
  height: row.height,
  public_url: pictureUrl(publicUrl, row.id),
  variants: row.variants.map((width) => ({ width, url: pictureUrl(publicUrl, row.id, width) })),
})

import { type Static, Type } from 'typebox'
import { pictureUrl, type UploadRow } from '../../platform/media/uploads.ts'
import { Id, Nullable, OneOf, Shown } from '../../platform/operation/schema.ts'

export const UploadRecord = Type.Object(
  {
    upload_id: Id,
    status: OneOf(['reserved', 'processing', 'ready', 'failed']),
    reason: Nullable(Shown('The picture could not be read.', 'why it failed')),
    width: Nullable(Type.Integer()),
    height: Nullable(Type.Integer()),
    public_url: Shown(
      'https://plaza.example/files/0197b3a1-9c40/original.webp',
      'works once the upload is ready',
    ),
    variants: Type.Array(
      Type.Object({ width: Type.Integer(), url: Shown('https://plaza.example/files/0197b3a1-9c40') }),
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
  public_url: pictureUrl(publicUrl, row.id),
  variants: row.variants.map((width) => ({ width, url: pictureUrl(publicUrl, row.id, width) })),
})

import { Type } from 'typebox'
import { findPrivateUpload, variantKey } from '../../platform/media/uploads.ts'
import { operation } from '../../platform/operation/operation.ts'
import { Id, Integer, Shown, Timestamp, Verbatim } from '../../platform/operation/schema.ts'
import { member } from '../access.ts'
import { PrivateUploadId } from '../ids.ts'
import { keyOf, mayRead, readKey } from './private-access.ts'
import { noSuchUpload } from './problems.ts'

const readableSeconds = 600
const usualWidth = 1280

export const getSignedUrl = operation({
  key: 'M120',
  source: 'named in the specification with GET; path, fields and reply chosen here',
  method: 'GET',
  path: '/user-tools/get-signed-url',
  summary: 'Get an address at which a private picture of yours can be read for ten minutes',
  access: member,
  query: Type.Object({
    upload_id: Type.Optional(PrivateUploadId),
    key: Type.Optional(
      Verbatim(41, 48, {
        pattern: '^[0-9a-f-]{36}/[0-9]{1,5}\\.webp$',
        description: 'in place of the id: an upload in one of its widths, as an earlier answer named it',
        example: '0197b3a1-9c40-7d2e-8f4a-5b6c7d8e9f01/320.webp',
      }),
    ),
    width: Type.Optional(
      Integer(1, 10_000, { description: 'of the picture, in pixels; the next smaller one that there is' }),
    ),
  }),
  replies: {
    200: {
      message: 'Address signed successfully',
      data: Type.Object({
        upload_id: Id,
        key: Shown('0197b3a1-9c40-7d2e-8f4a-5b6c7d8e9f01/1280.webp'),
        width: Type.Integer(),
        content_type: Shown('image/webp'),
        url: Shown('https://plaza.example/files/variants/0197b3a1-9c40/1280.webp?X-Amz-Signature=5d2f'),
        expires_at: Timestamp,
      }),
    },
  },
  problems: [noSuchUpload],

  async handle({ query, caller, db, clock, services }) {
    const named = query.key === undefined ? undefined : readKey(query.key)
    const id = query.upload_id ?? named?.id
    if (id === undefined || (named && named.id !== id)) throw noSuchUpload()
    const width = query.width ?? named?.width ?? usualWidth
    const upload = await findPrivateUpload(db, id, { realm: caller.realm, width })
    if (!upload || !mayRead(caller, upload)) throw noSuchUpload()
    return {
      upload_id: id,
      key: keyOf(upload),
      width: upload.width,
      content_type: 'image/webp',
      url: await services.files.presignGet(variantKey(id, upload.width), readableSeconds),
      expires_at: new Date(clock.now().getTime() + readableSeconds * 1000).toISOString(),
    }
  },
})

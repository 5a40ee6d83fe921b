import { Type } from 'typebox'
import { pictureTypes, reserveUpload } from '../../platform/media/uploads.ts'
import { operation } from '../../platform/operation/operation.ts'
import { Id, Integer, OneOf, Shown, Text, Timestamp, Verbatim } from '../../platform/operation/schema.ts'
import { guest } from '../access.ts'
import { requirePictures, requireRoom } from './limits.ts'
import { fileTooLarge, typeNotAllowed, uploadQuota } from './problems.ts'

export const createPreAssignedUrls = operation({
  key: 'M109',
  source: 'named in the specification; method, path, fields and reply chosen here',
  method: 'POST',
  path: '/application-alert/pre-assigned-urls',
  summary:
    'Reserve up to 20 pictures, each of at most 15 MB and 50 million pixels, and get a signed address to PUT each to',
  access: guest,
  body: Type.Object({
    files: Type.Array(
      Type.Object({
        name: Text(1, 255, { example: 'bicycle.jpg' }),
        content_type: Text(1, 100, { description: pictureTypes.join(', '), example: 'image/jpeg' }),
        size: Integer(1, Number.MAX_SAFE_INTEGER, { description: 'in bytes, exactly' }),
        purpose: OneOf(['post', 'chat', 'town_hall', 'profile', 'tool']),
        sha256: Type.Optional(
          Verbatim(64, 64, {
            pattern: '^[0-9a-f]{64}$',
            description: 'of the bytes; others are refused then',
            example: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
          }),
        ),
      }),
      { minItems: 1, maxItems: 20 },
    ),
  }),
  limit: { max: 300, windowSeconds: 3600 },
  replies: {
    200: {
      message: 'Upload addresses created successfully',
      data: Type.Array(
        Type.Object({
          upload_id: Id,
          url: Shown('https://plaza.example/files/0197b3a1-9c40'),
          method: OneOf(['PUT']),
          headers: Type.Object({ 'content-type': Shown('image/jpeg') }),
          expires_at: Timestamp,
          public_url: Shown('https://plaza.example/files/0197b3a1-9c40/original.webp'),
        }),
      ),
    },
  },
  problems: [typeNotAllowed, fileTooLarge, uploadQuota],

  async handle({ body, caller, ...work }) {
    requirePictures(body.files)
    await requireRoom(work.db, caller, body.files)
    const owner = { realm: caller.realm, ownerId: caller.id }
    const reserved = []
    for (const { name, content_type, size, purpose, sha256 } of body.files) {
      const upload = await reserveUpload(work, {
        ...owner,
        purpose,
        fileName: name,
        contentType: content_type,
        size,
        sha256,
      })
      reserved.push({
        upload_id: upload.id,
        url: upload.url,
        method: upload.method,
        headers: { 'content-type': content_type },
        expires_at: upload.expiresAt.toISOString(),
        public_url: upload.publicUrl,
      })
    }
    return reserved
  },
})

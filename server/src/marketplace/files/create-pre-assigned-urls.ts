import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { OneOf } from '../../platform/operation/schema.ts'
import { guest } from '../access.ts'
import { requirePictures, requireRoom } from './limits.ts'
import { fileTooLarge, typeNotAllowed, uploadQuota } from './problems.ts'
import { reserveFor } from './reserving.ts'
import { announced, FileName, purposes, ReservedUpload } from './shapes.ts'

export const createPreAssignedUrls = operation({
  key: 'M109',
  source: 'named in the specification; method, path, fields and reply chosen here',
  method: 'POST',
  path: '/application-alert/pre-assigned-urls',
  summary:
    'Reserve up to 20 pictures, each of at most 15 MB and 50 million pixels, and get a signed address to PUT each to',
  access: guest,
  body: Type.Object({
    files: Type.Array(Type.Object({ name: FileName, ...announced, purpose: OneOf(purposes) }), {
      minItems: 1,
      maxItems: 20,
    }),
  }),
  limit: { max: 300, windowSeconds: 3600 },
  replies: {
    200: { message: 'Upload addresses created successfully', data: Type.Array(ReservedUpload) },
  },
  problems: [typeNotAllowed, fileTooLarge, uploadQuota],

  async handle({ body, caller, ...work }) {
    requirePictures(body.files.map((file, index) => ({ ...file, path: `body.files.${index}` })))
    await requireRoom(work, caller, body.files)
    const reserved = []
    for (const { name, ...file } of body.files)
      reserved.push(await reserveFor(work, caller, { ...file, file_name: name }))
    return reserved
  },
})

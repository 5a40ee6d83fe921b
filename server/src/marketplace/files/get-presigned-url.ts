import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { OneOf } from '../../platform/operation/schema.ts'
import { guest } from '../access.ts'
import { requirePictures, requireRoom } from './limits.ts'
import { fileTooLarge, typeNotAllowed, uploadQuota } from './problems.ts'
import { reserveFor } from './reserving.ts'
import { announced, FileName, purposes, ReservedUpload } from './shapes.ts'

export const getPresignedUrl = operation({
  key: 'M113',
  source:
    'named in the specification with GET; path, fields and reply chosen here: one file of M109, for the tool unless said',
  method: 'GET',
  path: '/user-tools/get-presigned-url',
  summary: 'Reserve one picture of at most 15 MB, and get a signed address to PUT it to',
  access: guest,
  runs: 'write',
  query: Type.Object({
    file_name: FileName,
    ...announced,
    purpose: Type.Optional(OneOf(purposes, { default: 'tool' })),
  }),
  limit: { max: 300, windowSeconds: 3600 },
  replies: { 200: { message: 'Upload address created successfully', data: ReservedUpload } },
  problems: [typeNotAllowed, fileTooLarge, uploadQuota],

  async handle({ query: { purpose = 'tool', ...file }, caller, ...work }) {
    requirePictures([{ ...file, path: 'query' }])
    await requireRoom(work, caller, [file])
    return reserveFor(work, caller, { ...file, purpose })
  },
})

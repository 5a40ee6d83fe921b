import { Type } from 'typebox'
import { findUpload } from '../../platform/media/uploads.ts'
import { operation } from '../../platform/operation/operation.ts'
import { Id } from '../../platform/operation/schema.ts'
import { guest } from '../access.ts'
import { noSuchUpload } from './problems.ts'
import { presentUpload, UploadRecord } from './shapes.ts'

export const getMedia = operation({
  source: 'our own addition: how far one of your uploads is',
  method: 'GET',
  path: '/media/{upload_id}',
  summary: 'Get the state of one of your uploads',
  access: guest,
  params: Type.Object({ upload_id: Id }),
  replies: { 200: { message: 'Upload fetched successfully', data: UploadRecord } },
  problems: [noSuchUpload],

  async handle({ params, caller, db, services }) {
    const upload = await findUpload(db, params.upload_id, { realm: caller.realm, ownerId: caller.id })
    if (!upload) throw noSuchUpload()
    return presentUpload(upload, services.settings.publicUrl)
  },
})

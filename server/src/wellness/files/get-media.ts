import { Type } from 'typebox'
import { findUpload } from '../../platform/media/uploads.ts'
import { operation } from '../../platform/operation/operation.ts'
import { Id } from '../../platform/operation/schema.ts'
import { signedIn } from '../access.ts'
import { noSuchUpload } from './problems.ts'
import { MediaRecord, presentMedia } from './shapes.ts'

export const getMedia = operation({
  source: 'our own addition: how far one of your uploads is',
  method: 'GET',
  path: '/common/media/{key}',
  summary: 'Get the state of one of your uploads',
  access: signedIn,
  params: Type.Object({ key: Id }),
  replies: { 200: { message: 'Upload fetched successfully', data: MediaRecord } },
  problems: [noSuchUpload],

  async handle({ params, caller, db, services }) {
    const upload = await findUpload(db, params.key, { realm: caller.realm, ownerId: caller.id })
    if (!upload) throw noSuchUpload()
    return presentMedia(upload, services.settings.publicUrl)
  },
})

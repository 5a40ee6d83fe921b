import { Type } from 'typebox'
import { confirmUpload } from '../../platform/media/jobs.ts'
import { findUpload } from '../../platform/media/uploads.ts'
import { operation } from '../../platform/operation/operation.ts'
import { Id } from '../../platform/operation/schema.ts'
import { guest } from '../access.ts'
import { noSuchUpload } from './problems.ts'
import { presentUpload, UploadRecord } from './shapes.ts'

export const confirmMedia = operation({
  source: 'our own addition: says that the bytes of a reserved upload were sent',
  method: 'POST',
  path: '/media/confirm',
  summary: 'Have one of your uploads checked and made ready',
  access: guest,
  body: Type.Object({ upload_id: Id }),
  replies: { 200: { message: 'Upload confirmed; its status says how far it is', data: UploadRecord } },
  problems: [noSuchUpload],

  async handle({ body, caller, ...work }) {
    const owner = { realm: caller.realm, ownerId: caller.id }
    if (!(await findUpload(work.db, body.upload_id, owner))) throw noSuchUpload()
    await confirmUpload(work, body.upload_id)
    const upload = await findUpload(work.db, body.upload_id, owner)
    if (!upload) throw noSuchUpload()
    return presentUpload(upload, work.services.settings.publicUrl)
  },
})

import { Type } from 'typebox'
import { confirmUpload } from '../../platform/media/jobs.ts'
import { findUpload } from '../../platform/media/uploads.ts'
import { operation } from '../../platform/operation/operation.ts'
import { Id } from '../../platform/operation/schema.ts'
import { signedIn } from '../access.ts'
import { noSuchUpload } from './problems.ts'
import { MediaRecord, presentMedia } from './shapes.ts'

export const confirmMedia = operation({
  source: 'our own addition: says that the bytes of a reserved upload were sent',
  method: 'POST',
  path: '/common/media/confirm',
  summary: 'Have one of your uploads checked and made ready',
  access: signedIn,
  body: Type.Object({ key: Id }),
  replies: { 200: { message: 'Upload confirmed; its status says how far it is', data: MediaRecord } },
  problems: [noSuchUpload],

  async handle({ body, caller, ...work }) {
    const owner = { realm: caller.realm, ownerId: caller.id }
    if (!(await findUpload(work.db, body.key, owner))) throw noSuchUpload()
    await confirmUpload(work, body.key)
    const upload = await findUpload(work.db, body.key, owner)
    if (!upload) throw noSuchUpload()
    return presentMedia(upload, work.services.settings.publicUrl)
  },
})

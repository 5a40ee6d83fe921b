import type { Static } from 'typebox'
import { isRecording } from '../../platform/media/recordings.ts'
import { findUpload, isPrivate, pictureUrl, uploadKey, variantKey } from '../../platform/media/uploads.ts'
import type { Reading } from '../../platform/operation/work.ts'
import type { Administrator, User } from '../access.ts'
import { noSuchUpload } from './problems.ts'
import type { SignedUrl } from './shapes.ts'

/** An address at which the caller gets an upload of theirs: a recording as it came, a picture in its largest width. */
export async function signedToRead(
  { db, clock, services }: Reading,
  { realm, id: ownerId }: User | Administrator,
  id: string,
  expiresSeconds: number,
): Promise<Static<typeof SignedUrl>> {
  const upload = await findUpload(db, id, { realm, ownerId })
  const width = upload?.variants.at(-1)
  if (upload?.status !== 'ready' || (!isRecording(upload.content_type) && width === undefined))
    throw noSuchUpload()
  const key = width === undefined ? uploadKey(id, upload.content_type) : variantKey(id, width)
  const isShown = width !== undefined && !isPrivate(upload.purpose)
  return {
    uploadUrl: await services.files.presignGet(key, expiresSeconds),
    method: 'GET',
    headers: {},
    key: id,
    publicUrl: isShown ? pictureUrl(services.settings.publicUrl, id) : null,
    expiresAt: new Date(clock.now().getTime() + expiresSeconds * 1000).toISOString(),
  }
}

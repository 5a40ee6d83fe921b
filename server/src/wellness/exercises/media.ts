import type { Db } from '../../platform/db/database.ts'
import { attachUploads } from '../../platform/media/uploads.ts'
import type { Administrator } from '../access.ts'
import { mediaMissing } from './problems.ts'

type Named = Record<string, string | undefined>

/** Keeps the pictures that the named fields of a body refer to. @throws MEDIA_MISSING naming the field that is none. */
export const attachPictures = (db: Db, caller: Administrator, named: Named): Promise<void> =>
  attach(db, caller, named, 'image')

/** Keeps the recording of an exercise. @throws MEDIA_MISSING when it is none of the exercise's type. */
export async function attachRecording(
  db: Db,
  caller: Administrator,
  { mediaType, mediaKey }: { mediaType: string; mediaKey?: string },
): Promise<void> {
  const isRecorded = mediaType === 'AUDIO' || mediaType === 'VIDEO'
  if (isRecorded && mediaKey === undefined)
    throw mediaMissing({
      fields: [{ path: 'body.mediaKey', rule: 'required', message: 'is required for AUDIO and VIDEO' }],
    })
  await attach(db, caller, { mediaKey }, mediaType === 'VIDEO' ? 'video' : 'audio')
}

async function attach(
  db: Db,
  caller: Administrator,
  named: Named,
  kind: 'image' | 'audio' | 'video',
): Promise<void> {
  const ids = Object.values(named).filter((id) => id !== undefined)
  const ready = await attachUploads(db, ids, { realm: caller.realm, ownerId: caller.id, kind })
  const message = `is not a ready ${kind} upload of yours`
  const fields = Object.entries(named)
    .filter(([, id]) => id !== undefined && !ready.includes(id))
    .map(([field]) => ({ path: `body.${field}`, rule: 'upload', message }))
  if (fields.length > 0) throw mediaMissing({ fields })
}

import type { Db } from '../../platform/db/database.ts'
import { attachUploads, detachUploads } from '../../platform/media/uploads.ts'
import type { Work } from '../../platform/operation/work.ts'
import type { Administrator } from '../access.ts'
import { mediaMissing } from './problems.ts'

type Kind = 'image' | 'audio' | 'video'

/** What a field of a row holds and is to hold: ids of uploads. */
export interface Held {
  old: string | null
  wanted: string | null
}

/** Which file an exercise of a type plays; a recording that another type carries is heard behind it. */
export const kindOf = (mediaType: string): Kind => (mediaType === 'VIDEO' ? 'video' : 'audio')

const isRecorded = (mediaType: string) => mediaType === 'AUDIO' || mediaType === 'VIDEO'

/**
 * Keeps the pictures that the named fields newly refer to, and lets go of those that they no longer do.
 * @throws MEDIA_MISSING naming the field that is none of the caller's
 */
export const replacePictures = (
  work: Pick<Work, 'db' | 'clock'>,
  caller: Administrator,
  fields: Readonly<Record<string, Held>>,
): Promise<void> => replace(work, caller, fields, 'image')

/** The same for the recording of an exercise. @throws MEDIA_MISSING when it is none of the exercise's type */
export async function replaceRecording(
  work: Pick<Work, 'db' | 'clock'>,
  caller: Administrator,
  { old, wanted, mediaType, oldType }: Held & { mediaType: string; oldType: string },
): Promise<void> {
  const refuse = (rule: string, message: string) =>
    mediaMissing({ fields: [{ path: 'body.mediaKey', rule, message }] })
  if (isRecorded(mediaType) && wanted === null) throw refuse('required', 'is required for AUDIO and VIDEO')
  const kind = kindOf(mediaType)
  if (wanted !== null && wanted === old && kind !== kindOf(oldType))
    throw refuse('upload', `is no ${kind}; send another, or null`)
  await replace(work, caller, { mediaKey: { old, wanted } }, kind)
}

async function replace(
  { db, clock }: Pick<Work, 'db' | 'clock'>,
  caller: Administrator,
  fields: Readonly<Record<string, Held>>,
  kind: Kind,
): Promise<void> {
  const changed = Object.entries(fields).filter(([, { old, wanted }]) => old !== wanted)
  await attach(db, caller, changed, kind)
  for (const [, { old }] of changed) if (old !== null) await detachUploads(db, [old], clock.now())
}

async function attach(
  db: Db,
  caller: Administrator,
  changed: readonly (readonly [string, Held])[],
  kind: Kind,
): Promise<void> {
  const ids = changed.flatMap(([, { wanted }]) => wanted ?? [])
  const ready = await attachUploads(db, ids, { realm: caller.realm, ownerId: caller.id, kind })
  const message = `is not a ready ${kind} upload of yours`
  const refused = changed
    .filter(([, { wanted }]) => wanted !== null && !ready.includes(wanted))
    .map(([field]) => ({ path: `body.${field}`, rule: 'upload', message }))
  if (refused.length > 0) throw mediaMissing({ fields: refused })
}

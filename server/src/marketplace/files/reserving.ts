import type { Static } from 'typebox'
import { reserveUpload } from '../../platform/media/uploads.ts'
import type { Work } from '../../platform/operation/work.ts'
import type { Caller } from '../access.ts'
import { presentReserved, type purposes, type ReservedUpload } from './shapes.ts'

interface AnnouncedFile {
  file_name: string
  content_type: string
  size: number
  sha256?: string
  purpose: (typeof purposes)[number]
}

/** Reserves a place for one file of the caller's. What may be reserved was looked at before. */
export async function reserveFor(
  work: Work,
  { realm, id: ownerId }: Caller,
  { file_name: fileName, content_type: contentType, size, sha256, purpose }: AnnouncedFile,
): Promise<Static<typeof ReservedUpload>> {
  const file = { realm, ownerId, purpose, fileName, contentType, size, sha256 }
  return presentReserved(await reserveUpload(work, file), contentType)
}

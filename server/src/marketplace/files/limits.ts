import { largestPicture, pictureTypes, sumUploads } from '../../platform/media/uploads.ts'
import type { Work } from '../../platform/operation/work.ts'
import { configured } from '../../platform/system-config/configured.ts'
import type { Caller } from '../access.ts'
import { guestMegabytes, memberMegabytes } from '../limits.ts'
import { fileTooLarge, typeNotAllowed, uploadQuota } from './problems.ts'

const typesAllowed: readonly string[] = pictureTypes

/**
 * Looks at every file before the first is reserved; `path` is where its fields stand.
 * @throws TYPE_NOT_ALLOWED or FILE_TOO_LARGE, naming each file at fault.
 */
export function requirePictures(
  files: readonly { content_type: string; size: number; path: string }[],
): void {
  const wrong = files.filter((file) => !typesAllowed.includes(file.content_type))
  const large = files.filter((file) => file.size > largestPicture)
  const allowed = `must be one of ${pictureTypes.join(', ')}`
  if (wrong.length > 0)
    throw typeNotAllowed({
      fields: wrong.map(({ path }) => ({ path: `${path}.content_type`, rule: 'enum', message: allowed })),
    })
  if (large.length > 0)
    throw fileTooLarge({
      fields: large.map(({ path }) => ({
        path: `${path}.size`,
        rule: 'maximum',
        message: `must be at most ${largestPicture}`,
      })),
    })
}

const megabyte = 1024 * 1024
const quotaOf = (services: Work['services'], { kind }: Caller) =>
  configured(services, kind === 'guest' ? guestMegabytes : memberMegabytes) * megabyte

/** @throws UPLOAD_QUOTA when somebody would store more than their share. */
export async function requireRoom(
  { db, services }: Pick<Work, 'db' | 'services'>,
  caller: Caller,
  files: readonly { size: number }[],
): Promise<void> {
  const wanted = files.reduce((sum, { size }) => sum + size, 0)
  const stored = await sumUploads(db, { realm: caller.realm, ownerId: caller.id })
  if (stored + wanted > quotaOf(services, caller)) throw uploadQuota()
}

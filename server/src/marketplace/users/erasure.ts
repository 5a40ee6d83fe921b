import { purgeUploads } from '../../platform/media/jobs.ts'
import { uploadsAt } from '../../platform/media/uploads.ts'
import type { Work } from '../../platform/operation/work.ts'
import { changeUser, lockUser } from './queries.ts'

/** Takes the photo of somebody who left out of use, with its bytes. @returns how many there were. */
export async function takePhotoOff(work: Work, { id }: { id: string }): Promise<number> {
  const user = await lockUser(work.db, id)
  if (!user?.profile_photo_url) return 0
  await purgeUploads(work, uploadsAt([user.profile_photo_url], work.services.settings.publicUrl))
  await changeUser(work.db, id, { profile_photo_url: null }, work.clock.now())
  return 1
}

import { purgeUploads } from '../../platform/media/jobs.ts'
import { attachUploads, uploadsAt } from '../../platform/media/uploads.ts'
import type { Work } from '../../platform/operation/work.ts'
import type { UserRow } from '../users/public.ts'
import { photoNotUsable } from './problems.ts'

/**
 * Takes one of the person's own ready pictures into use, in place of the one before, which nobody sees any more.
 * @returns the address, or null for none.
 * @throws PHOTO_NOT_USABLE for any other address, so that nobody's photo is served from elsewhere.
 */
export async function replacePhoto(work: Work, user: UserRow, address: string): Promise<string | null> {
  const { db } = work
  const { publicUrl } = work.services.settings
  const before = user.profile_photo_url ?? ''
  if (address === before) return user.profile_photo_url
  const owner = { realm: 'marketplace', ownerId: user.id } as const
  const taken = await attachUploads(db, uploadsAt([address], publicUrl), owner)
  if (address !== '' && taken.length === 0)
    throw photoNotUsable({
      fields: [
        { path: 'body.profile_photo_url', rule: 'own-upload', message: 'is not one of your ready pictures' },
      ],
    })
  await purgeUploads(work, uploadsAt([before], publicUrl))
  return address || null
}

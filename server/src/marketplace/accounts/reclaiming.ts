import { withdrawCode } from '../../platform/identity/code-flow.ts'
import { forgetDevices } from '../../platform/identity/known-devices.ts'
import { endResetTokens } from '../../platform/identity/reset-tokens.ts'
import { endSessions } from '../../platform/identity/sessions.ts'
import type { Work } from '../../platform/operation/work.ts'
import { dropDeviceTokens } from '../devices/public.ts'
import { textsIn } from '../texts.ts'
import { changeUser, type UserRow } from '../users/public.ts'
import { accountReclaimed } from './announcements.ts'
import { codes } from './codes.ts'
import { deleteIdentities } from './identity-queries.ts'
import { replacePhoto } from './profile-photo.ts'

/** Ends every way into an account that was opened before its address was proved. */
export async function endEarlierWaysIn(
  work: Work,
  { id, email }: Pick<UserRow, 'id' | 'email'>,
): Promise<void> {
  const person = { realm: 'marketplace', id } as const
  await endSessions(work, person)
  await endResetTokens(work, person)
  if (email !== null)
    for (const purpose of ['verify', 'reset'] as const)
      await withdrawCode(work, codes, purpose, { id, email })
  await dropDeviceTokens(work.db, id, null)
  await forgetDevices(work, person)
  await deleteIdentities(work.db, id)
}

/**
 * Gives an account to the one who proved its address, where whoever opened it never did. The account stays; its
 * password, its sessions and what was put into it do not.
 */
export async function reclaim(work: Work, user: UserRow, name: string | undefined): Promise<UserRow> {
  await endEarlierWaysIn(work, user)
  await replacePhoto(work, user, '')
  await work.announce(accountReclaimed, { userId: user.id })
  const now = work.clock.now()
  return changeUser(
    work.db,
    user.id,
    {
      name: name ?? textsIn(user.language).unnamed,
      is_verified: true,
      password_hash: null,
      pending_email: null,
      profile_photo_url: null,
      bio: null,
      birthday: null,
      birthday_set_at: null,
      longitude: 0,
      latitude: 0,
      place: '',
      zip_code: '',
      is_found_by_contacts: false,
      tells_birthday: false,
      reclaimed_at: now,
    },
    now,
  )
}

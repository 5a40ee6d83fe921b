import { canonicalEmail } from '../../platform/identity/email.ts'
import { hashPassword } from '../../platform/identity/passwords.ts'
import { endSessions } from '../../platform/identity/sessions.ts'
import { newId } from '../../platform/ids.ts'
import type { Module } from '../../platform/operation/registry.ts'
import { changeUser, insertUser, lockUser, selectUserByEmail } from '../users/public.ts'

/** Makes a verified administrator; false when the address has an account already. */
export const createAdministrator: Module['createAdministrator'] = async (
  { db, clock },
  { email, name, password },
) => {
  const row = await insertUser(db, {
    id: newId(),
    name,
    email,
    emailCanonical: canonicalEmail(email),
    passwordHash: await hashPassword(password),
    longitude: 0,
    latitude: 0,
    timezone: 'UTC',
    at: clock.now(),
    role: 'administrator',
    isVerified: true,
  })
  return row !== undefined
}

export const roles = ['administrator', 'moderator'] as const

/** An address that nobody proved may be that of somebody else, who would be let in. */
export const setRole: Module['setRole'] = async (work, { email, role: asked }) => {
  const { db, clock } = work
  const found = await selectUserByEmail(db, canonicalEmail(email))
  const user = found && (await lockUser(db, found.id))
  if (user?.status !== 'active') return `Nobody has an open account with the address ${email}.`
  if (!user.is_verified) return `Nobody has proved yet that the address ${email} is theirs.`
  const role = roles.find((one) => one === asked) ?? 'user'
  await changeUser(db, user.id, { role }, clock.now())
  await endSessions(work, { realm: 'marketplace', id: user.id })
  work.audit(`user/${user.id}`, { role })
  return null
}

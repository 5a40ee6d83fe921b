import { canonicalEmail } from '../../platform/identity/email.ts'
import { hashPassword } from '../../platform/identity/passwords.ts'
import { newId } from '../../platform/ids.ts'
import type { Module } from '../../platform/operation/registry.ts'
import { insertUser } from '../users/public.ts'

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

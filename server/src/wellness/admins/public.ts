import { canonicalEmail } from '../../platform/identity/email.ts'
import { hashPassword } from '../../platform/identity/passwords.ts'
import { newSecondFactor } from '../../platform/identity/second-factor.ts'
import { newId } from '../../platform/ids.ts'
import type { LookUp } from '../../platform/operation/callers.ts'
import type { Work } from '../../platform/operation/work.ts'
import type { Services } from '../../platform/services.ts'
import { type Administrator, kindOf } from '../access.ts'
import {
  type AdminRow,
  insertAdmin,
  replaceSecondFactor,
  selectAdminByEmail,
  selectCallers,
} from './queries.ts'

export { insertAdmin } from './queries.ts'

/** Loads the administrators of live sessions. */
export async function loadAdministrators(
  { reads, clock }: Pick<LookUp, 'reads' | 'clock'>,
  sessionIds: readonly string[],
): Promise<Administrator[]> {
  const rows = await selectCallers(reads, sessionIds, clock.now())
  return rows.map(({ session_id: sessionId, role, ...row }) => ({
    realm: 'wellness-admin',
    kind: kindOf[role],
    sessionId,
    ...row,
  }))
}

/**
 * Makes an administrator, for configuration and the command line: there is no sign-up for them.
 * @returns the new id, or undefined when the address has one already.
 */
export async function createAdministrator(
  { db, clock }: Pick<Work, 'db' | 'clock'>,
  admin: { name: string; email: string; password: string; role?: AdminRow['role'] },
): Promise<string | undefined> {
  const id = newId()
  const isNew = await insertAdmin(db, {
    id,
    name: admin.name,
    email: admin.email,
    emailCanonical: canonicalEmail(admin.email),
    passwordHash: await hashPassword(admin.password),
    role: admin.role ?? 'SUPER',
    at: clock.now(),
  })
  return isNew ? id : undefined
}

/**
 * Gives an administrator a second factor; one that was there before is worth nothing from now on.
 * @returns the address that hands it to an authenticator app.
 */
export async function requireSecondFactor(
  services: Pick<Services, 'db' | 'settings'>,
  email: string,
): Promise<string> {
  const admin = await selectAdminByEmail(services.db, canonicalEmail(email))
  if (!admin) throw new Error(`${email} is no administrator`)
  const person = { realm: 'wellness-admin', id: admin.id } as const
  const shown = { issuer: 'Plaza wellness', account: admin.email }
  const { sealed, address } = newSecondFactor(services, person, shown)
  await replaceSecondFactor(services.db, admin.id, sealed)
  return address
}

import { canonicalEmail } from '../../platform/identity/email.ts'
import { hashPassword } from '../../platform/identity/passwords.ts'
import { newSecondFactor } from '../../platform/identity/second-factor.ts'
import { endSessions } from '../../platform/identity/sessions.ts'
import { newId } from '../../platform/ids.ts'
import type { LookUp } from '../../platform/operation/callers.ts'
import type { Module } from '../../platform/operation/registry.ts'
import type { Work } from '../../platform/operation/work.ts'
import { type Administrator, kindOf, type Role } from '../access.ts'
import {
  type AdminRow,
  deactivateAdmin,
  insertAdmin,
  replaceSecondFactor,
  selectAdminByEmail,
  selectCallers,
  updateRole,
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

/** Lets somebody look after the app no longer. */
export async function dismissAdministrator(work: Work, id: string): Promise<void> {
  await deactivateAdmin(work.db, id, work.clock.now())
  await endSessions(work, { realm: 'wellness-admin', id })
}

// The keys of a record are the names that its type has.
export const roles = Object.keys(kindOf) as Role[]

export const setRole: Module['setRole'] = async (work, { email, role: asked }) => {
  const { db, clock } = work
  const canonical = canonicalEmail(email)
  const role = roles.find((one) => one === asked)
  const id = role
    ? await updateRole(db, canonical, { role, at: clock.now() })
    : (await selectAdminByEmail(db, canonical))?.id
  if (id === undefined) return `${email} is no administrator. plaza create-admin wellness makes one.`
  if (role) await endSessions(work, { realm: 'wellness-admin', id })
  else await dismissAdministrator(work, id)
  work.audit(`admin/${id}`, { role: role ?? null })
  return null
}

/**
 * Gives an administrator a second factor. One that was there before is worth nothing from now on, and
 * neither is a sign-in that did without it.
 * @returns the address that hands it to an authenticator app, or undefined when there is no such administrator.
 */
export async function requireSecondFactor(work: Work, email: string): Promise<string | undefined> {
  const admin = await selectAdminByEmail(work.db, canonicalEmail(email))
  if (!admin) return undefined
  const person = { realm: 'wellness-admin', id: admin.id } as const
  const shown = { issuer: 'Plaza wellness', account: admin.email }
  const { sealed, address } = newSecondFactor(work.services, person, shown)
  await replaceSecondFactor(work.db, admin.id, sealed)
  await endSessions(work, person)
  work.audit(`admin/${admin.id}`)
  return address
}

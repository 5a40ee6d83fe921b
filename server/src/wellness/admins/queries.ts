import { sql } from 'kysely'
import { type Db, isOneOf } from '../../platform/db/database.ts'
import type { Role } from '../access.ts'

export interface AdminRow {
  id: string
  version: number
  name: string
  email: string
  role: Role
  profile_image: string | null
  timezone: string
  language: string
  created_at: Date
  updated_at: Date
}

/** For proving who somebody is; nothing else reads the secrets. */
export interface CredentialRow extends AdminRow {
  password_hash: string
  totp_sealed: Buffer | null
  totp_last_step: number
}

// Named one by one: prepared statements outlive a migration that adds a column, `*` does not.
const columns = sql`id, version, name, email, role, profile_image, timezone, language, created_at, updated_at`

/** The administrators of live sessions, in one statement, because every request asks. */
export async function selectCallers(db: Db, sessionIds: readonly string[], at: Date) {
  const { rows } = await sql<Pick<AdminRow, 'id' | 'name' | 'email' | 'role'> & { session_id: string }>`
    select s.id as session_id, a.id, a.name, a.email, a.role
    from platform.session s join wellness.admin a on a.id = s.subject_id
    where ${isOneOf(sql`s.id`, sessionIds)} and s.realm = 'wellness-admin'
      and s.revoked_at is null and s.expires_at > ${at} and a.is_active`.execute(db)
  return rows
}

export async function selectAdmin(db: Db, id: string): Promise<AdminRow | undefined> {
  const { rows } = await sql<AdminRow>`
    select ${columns} from wellness.admin where id = ${id} and is_active`.execute(db)
  return rows[0]
}

export async function selectAdminByEmail(db: Db, canonical: string): Promise<CredentialRow | undefined> {
  const { rows } = await sql<CredentialRow>`
    select ${columns}, password_hash, totp_sealed, totp_last_step from wellness.admin where email_canonical = ${canonical} and is_active`.execute(
    db,
  )
  return rows[0]
}

export interface NewAdmin {
  id: string
  name: string
  email: string
  emailCanonical: string
  passwordHash: string
  role: AdminRow['role']
  timezone?: string
  at: Date
}

/** @returns whether it was new. */
export async function insertAdmin(db: Db, admin: NewAdmin): Promise<boolean> {
  const { rows } = await sql`
    insert into wellness.admin (id, name, email, email_canonical, password_hash, role, timezone, created_at, updated_at)
    values (${admin.id}, ${admin.name}, ${admin.email}, ${admin.emailCanonical}, ${admin.passwordHash}, ${admin.role},
      ${admin.timezone ?? 'UTC'}, ${admin.at}, ${admin.at})
    on conflict (email_canonical) do nothing returning id`.execute(db)
  return rows.length > 0
}

export async function replaceSecondFactor(db: Db, id: string, sealed: Buffer): Promise<void> {
  await sql`update wellness.admin set totp_sealed = ${sealed}, totp_last_step = 0 where id = ${id}`.execute(
    db,
  )
}

export async function deactivateAdmin(db: Db, id: string, at: Date): Promise<void> {
  await sql`update wellness.admin set is_active = false, updated_at = ${at} where id = ${id}`.execute(db)
}

/** Has somebody look after the app in a role, also whoever did it no longer. @returns whose role it is now */
export async function updateRole(
  db: Db,
  canonical: string,
  { role, at }: { role: Role; at: Date },
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    update wellness.admin set role = ${role}, is_active = true, version = version + 1, updated_at = ${at}
    where email_canonical = ${canonical} returning id`.execute(db)
  return rows[0]?.id
}

/** Uses up the code of a step. @returns false when a racing sign-in was first. */
export async function takeStep(db: Db, id: string, step: number): Promise<boolean> {
  const { rows } = await sql`
    update wellness.admin set totp_last_step = ${step} where id = ${id} and totp_last_step < ${step} returning id`.execute(
    db,
  )
  return rows.length > 0
}

import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Realm } from '../operation/caller.ts'
import type { Person } from './person.ts'

export interface SessionRow {
  id: string
  device_id: string | null
  device_label: string | null
  created_at: Date
  last_used_at: Date
}

export async function insertSession(
  db: Db,
  row: {
    id: string
    person: Person
    deviceId: string | null
    deviceLabel: string | null
    at: Date
    expiresAt: Date
    idleSeconds: number
  },
) {
  await sql`
    insert into platform.session (id, realm, subject_id, device_id, device_label, created_at, last_used_at, expires_at, idle_seconds)
    values (${row.id}, ${row.person.realm}, ${row.person.id}, ${row.deviceId}, ${row.deviceLabel}, ${row.at}, ${row.at}, ${row.expiresAt}, ${row.idleSeconds})`.execute(
    db,
  )
}

/** Whether this person has signed in from the device before; a person's first session is not news. */
export async function isNewDevice(
  db: Db,
  { realm, id: subjectId }: Person,
  deviceId: string | null,
  deviceLabel: string | null,
): Promise<boolean> {
  const { rows } = await sql<{ any: boolean | null; same: boolean | null }>`
    select count(*) > 0 as any,
      bool_or(case when ${deviceId}::text is null then device_label is not distinct from ${deviceLabel} else device_id = ${deviceId} end) as same
    from platform.session where realm = ${realm} and subject_id = ${subjectId}`.execute(db)
  return Boolean(rows[0]?.any) && !rows[0]?.same
}

export async function insertRefreshToken(db: Db, row: { hash: Buffer; sessionId: string; at: Date }) {
  await sql`insert into platform.refresh_token (hash, session_id, created_at) values (${row.hash}, ${row.sessionId}, ${row.at})
    on conflict (hash) do nothing`.execute(db)
}

/** Locks the session of a refresh token, so that two refreshes of one family follow each other. */
export async function lockRefreshToken(db: Db, hash: Buffer) {
  const { rows } = await sql<{
    session_id: string
    realm: Realm
    subject_id: string
    expires_at: Date
    idle_seconds: number
    created_at: Date
    revoked_at: Date | null
  }>`
    select s.id as session_id, s.realm, s.subject_id, s.expires_at, s.idle_seconds, s.created_at, s.revoked_at
    from platform.session s
    where s.id = (select session_id from platform.refresh_token where hash = ${hash}) for update`.execute(db)
  return rows[0]
}

/** The same statement would still see the row as it was before the lock was granted; this one does not. */
export async function refreshTokenUse(db: Db, hash: Buffer) {
  const { rows } = await sql<{ used_at: Date; used_by: Buffer | null }>`
    select used_at, used_by from platform.refresh_token where hash = ${hash} and used_at is not null`.execute(
    db,
  )
  return rows[0]
}

export async function markRefreshTokenUsed(db: Db, hash: Buffer, use: { at: Date; by: Buffer }) {
  await sql`update platform.refresh_token set used_at = ${use.at}, used_by = ${use.by} where hash = ${hash}`.execute(
    db,
  )
}

/** Locks a live session of a person. */
export async function lockSession(db: Db, { realm, id: subjectId }: Person, id: string, at: Date) {
  const { rows } = await sql<{ created_at: Date; idle_seconds: number }>`
    select created_at, idle_seconds from platform.session
    where id = ${id} and realm = ${realm} and subject_id = ${subjectId} and revoked_at is null and expires_at > ${at} for update`.execute(
    db,
  )
  return rows[0]
}

export async function deleteRefreshTokens(db: Db, sessionId: string) {
  await sql`delete from platform.refresh_token where session_id = ${sessionId}`.execute(db)
}

export async function touchSession(
  db: Db,
  id: string,
  at: Date,
  expiresAt: Date,
  idleSeconds: number | null = null,
) {
  await sql`
    update platform.session set last_used_at = ${at}, expires_at = ${expiresAt}, idle_seconds = coalesce(${idleSeconds}, idle_seconds)
    where id = ${id}`.execute(db)
}

export async function listSessions(
  db: Db,
  { realm, id: subjectId }: Person,
  at: Date,
): Promise<SessionRow[]> {
  const { rows } = await sql<SessionRow>`
    select id, device_id, device_label, created_at, last_used_at from platform.session
    where realm = ${realm} and subject_id = ${subjectId} and revoked_at is null and expires_at > ${at}
    order by last_used_at desc, id desc limit 100`.execute(db)
  return rows
}

/** @returns whether it was this person's and live. */
export async function revokeSession(
  db: Db,
  { realm, id: subjectId }: Person,
  id: string,
  at: Date,
): Promise<boolean> {
  const { rows } = await sql`
    update platform.session set revoked_at = ${at}
    where id = ${id} and realm = ${realm} and subject_id = ${subjectId} and revoked_at is null returning id`.execute(
    db,
  )
  return rows.length > 0
}

export async function revokeSessions(
  db: Db,
  { realm, id: subjectId }: Person,
  at: Date,
  except: string | null = null,
): Promise<void> {
  await sql`
    update platform.session set revoked_at = ${at}
    where realm = ${realm} and subject_id = ${subjectId} and revoked_at is null and id is distinct from ${except}::uuid`.execute(
    db,
  )
}

/** Whose a session is, and since when they are signed in, be it over or not. */
export async function selectSession(
  db: Db,
  realm: Realm,
  sessionId: string,
): Promise<{ subject_id: string; created_at: Date } | undefined> {
  const { rows } = await sql<{ subject_id: string; created_at: Date }>`
    select subject_id, created_at from platform.session where id = ${sessionId} and realm = ${realm}`.execute(
    db,
  )
  return rows[0]
}

import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Realm } from '../operation/caller.ts'

export interface SessionRow {
  id: string
  device_id: string | null
  device_label: string | null
  created_at: Date
  last_used_at: Date
}

interface Person {
  realm: Realm
  subjectId: string
}

export async function insertSession(
  db: Db,
  row: Person & {
    id: string
    deviceId: string | null
    deviceLabel: string | null
    at: Date
    expiresAt: Date
    idleSeconds: number
  },
) {
  await sql`
    insert into platform.session (id, realm, subject_id, device_id, device_label, created_at, last_used_at, expires_at, idle_seconds)
    values (${row.id}, ${row.realm}, ${row.subjectId}, ${row.deviceId}, ${row.deviceLabel}, ${row.at}, ${row.at}, ${row.expiresAt}, ${row.idleSeconds})`.execute(
    db,
  )
}

/** Whether this person has signed in from the device before; a person's first session is not news. */
export async function isNewDevice(
  db: Db,
  { realm, subjectId }: Person,
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
    used_at: Date | null
    expires_at: Date
    idle_seconds: number
    created_at: Date
    revoked_at: Date | null
  }>`
    with locked as (
      select s.* from platform.session s
      where s.id = (select session_id from platform.refresh_token where hash = ${hash}) for update
    )
    select l.id as session_id, l.realm, l.subject_id, l.expires_at, l.idle_seconds, l.created_at, l.revoked_at,
      (select used_at from platform.refresh_token where hash = ${hash}) as used_at
    from locked l`.execute(db)
  return rows[0]
}

/** The same statement would still see the row as it was before the lock was granted; this one does not. */
export async function refreshTokenUse(db: Db, hash: Buffer) {
  const { rows } = await sql<{
    used_at: Date | null
  }>`select used_at from platform.refresh_token where hash = ${hash}`.execute(db)
  return rows[0]?.used_at ?? null
}

export async function markRefreshTokenUsed(db: Db, hash: Buffer, at: Date) {
  await sql`update platform.refresh_token set used_at = ${at} where hash = ${hash}`.execute(db)
}

/** Locks a live session of a person. */
export async function lockSession(db: Db, { realm, subjectId }: Person, id: string, at: Date) {
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

export async function touchSession(db: Db, id: string, at: Date, expiresAt: Date) {
  await sql`update platform.session set last_used_at = ${at}, expires_at = ${expiresAt} where id = ${id}`.execute(
    db,
  )
}

export async function listSessions(db: Db, { realm, subjectId }: Person, at: Date): Promise<SessionRow[]> {
  const { rows } = await sql<SessionRow>`
    select id, device_id, device_label, created_at, last_used_at from platform.session
    where realm = ${realm} and subject_id = ${subjectId} and revoked_at is null and expires_at > ${at}
    order by last_used_at desc, id desc limit 100`.execute(db)
  return rows
}

/** @returns whether it was this person's and live. */
export async function revokeSession(
  db: Db,
  { realm, subjectId }: Person,
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
  { realm, subjectId }: Person,
  at: Date,
  except: string | null = null,
): Promise<void> {
  await sql`
    update platform.session set revoked_at = ${at}
    where realm = ${realm} and subject_id = ${subjectId} and revoked_at is null and id is distinct from ${except}::uuid`.execute(
    db,
  )
}

export interface CodeRow {
  id: string
  wrong_tries: number
  created_at: Date
  sent_at: Date
  expires_at: Date
}

export async function lockLiveCode(
  db: Db,
  { realm, subjectId }: Person,
  purpose: string,
): Promise<CodeRow | undefined> {
  const { rows } = await sql<CodeRow>`
    select id, wrong_tries, created_at, sent_at, expires_at from platform.one_time_code
    where realm = ${realm} and subject_id = ${subjectId} and purpose = ${purpose} and used_at is null for update`.execute(
    db,
  )
  return rows[0]
}

/** Replaces whatever live code there is; a racing twin keeps the first one's. */
export async function replaceCode(
  db: Db,
  row: Person & { id: string; purpose: string; at: Date; expiresAt: Date },
): Promise<CodeRow | undefined> {
  await sql`update platform.one_time_code set used_at = ${row.at}
    where realm = ${row.realm} and subject_id = ${row.subjectId} and purpose = ${row.purpose} and used_at is null`.execute(
    db,
  )
  const { rows } = await sql<CodeRow>`
    insert into platform.one_time_code (id, realm, subject_id, purpose, created_at, sent_at, expires_at)
    values (${row.id}, ${row.realm}, ${row.subjectId}, ${row.purpose}, ${row.at}, ${row.at}, ${row.expiresAt})
    on conflict do nothing returning id, wrong_tries, created_at, sent_at, expires_at`.execute(db)
  return rows[0]
}

export async function updateCode(
  db: Db,
  id: string,
  change: { wrongTries?: number; sentAt?: Date; usedAt?: Date },
) {
  await sql`update platform.one_time_code set
    wrong_tries = coalesce(${change.wrongTries ?? null}::int, wrong_tries),
    sent_at = coalesce(${change.sentAt ?? null}::timestamptz, sent_at),
    used_at = coalesce(${change.usedAt ?? null}::timestamptz, used_at)
    where id = ${id}`.execute(db)
}

/** The code of a purpose that was used last, unless its time is over by now. */
export async function newestUsedCode(
  db: Db,
  { realm, subjectId }: Person,
  purpose: string,
  at: Date,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from platform.one_time_code
    where realm = ${realm} and subject_id = ${subjectId} and purpose = ${purpose} and used_at is not null and expires_at > ${at}
    order by used_at desc limit 1`.execute(db)
  return rows[0]?.id
}

export async function insertResetToken(db: Db, row: Person & { hash: Buffer; expiresAt: Date }) {
  await sql`insert into platform.reset_token (hash, realm, subject_id, expires_at)
    values (${row.hash}, ${row.realm}, ${row.subjectId}, ${row.expiresAt})`.execute(db)
}

/** Burns a reset token and every other one of the same person; only one caller ever gets the person. */
export async function takeResetToken(
  db: Db,
  realm: Realm,
  hash: Buffer,
  at: Date,
): Promise<string | undefined> {
  const { rows } = await sql<{ subject_id: string }>`
    update platform.reset_token set used_at = ${at}
    where hash = ${hash} and realm = ${realm} and used_at is null and expires_at > ${at} returning subject_id`.execute(
    db,
  )
  const subjectId = rows[0]?.subject_id
  if (subjectId === undefined) return undefined
  await sql`
    update platform.reset_token set used_at = ${at}
    where realm = ${realm} and subject_id = ${subjectId} and used_at is null`.execute(db)
  return subjectId
}

/** Adds one to a counter whose window may have ended. @returns the count so far and the end of the window. */
export async function countAttempt(db: Db, key: string, at: Date, windowEndsAt: Date) {
  const { rows } = await sql<{ count: number; window_ends_at: Date }>`
    insert into platform.attempt as a (key, count, window_ends_at) values (${key}, 1, ${windowEndsAt})
    on conflict (key) do update set
      count = case when a.window_ends_at <= ${at} then 1 else a.count + 1 end,
      window_ends_at = case when a.window_ends_at <= ${at} then excluded.window_ends_at else a.window_ends_at end
    returning count, window_ends_at`.execute(db)
  return rows[0] ?? { count: 1, window_ends_at: windowEndsAt }
}

/** What a counter stands at, while its window is open. */
export async function findAttempts(db: Db, key: string, at: Date) {
  const { rows } = await sql<{ count: number; window_ends_at: Date }>`
    select count, window_ends_at from platform.attempt where key = ${key} and window_ends_at > ${at}`.execute(
    db,
  )
  return rows[0]
}

export async function forgetAttempts(db: Db, key: string) {
  await sql`delete from platform.attempt where key = ${key}`.execute(db)
}

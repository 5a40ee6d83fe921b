import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Person } from './person.ts'

export interface CodeRow {
  id: string
  asked_by: string[]
  created_at: Date
  sent_at: Date
  expires_at: Date
}

export async function lockLiveCode(
  db: Db,
  { realm, id: subjectId }: Person,
  purpose: string,
): Promise<CodeRow | undefined> {
  const { rows } = await sql<CodeRow>`
    select id, asked_by, created_at, sent_at, expires_at from platform.one_time_code
    where realm = ${realm} and subject_id = ${subjectId} and purpose = ${purpose} and used_at is null for update`.execute(
    db,
  )
  return rows[0]
}

/** Replaces whatever live code there is; a racing twin keeps the first one's. */
export async function replaceCode(
  db: Db,
  { realm, id: subjectId }: Person,
  row: { id: string; purpose: string; askedBy: string[]; at: Date; expiresAt: Date },
): Promise<CodeRow | undefined> {
  await endLiveCode(db, { realm, id: subjectId }, row.purpose, row.at)
  const { rows } = await sql<CodeRow>`
    insert into platform.one_time_code (id, realm, subject_id, purpose, asked_by, created_at, sent_at, expires_at)
    values (${row.id}, ${realm}, ${subjectId}, ${row.purpose}, ${row.askedBy}::text[], ${row.at}, ${row.at}, ${row.expiresAt})
    on conflict do nothing returning id, asked_by, created_at, sent_at, expires_at`.execute(db)
  return rows[0]
}

export async function endLiveCode(
  db: Db,
  { realm, id: subjectId }: Person,
  purpose: string,
  at: Date,
): Promise<void> {
  await sql`update platform.one_time_code set used_at = ${at}
    where realm = ${realm} and subject_id = ${subjectId} and purpose = ${purpose} and used_at is null`.execute(
    db,
  )
}

export async function updateCode(
  db: Db,
  id: string,
  change: { askedBy?: string[]; sentAt?: Date; expiresAt?: Date; usedAt?: Date },
) {
  await sql`update platform.one_time_code set
    asked_by = coalesce(${change.askedBy ?? null}::text[], asked_by),
    sent_at = coalesce(${change.sentAt ?? null}::timestamptz, sent_at),
    expires_at = coalesce(${change.expiresAt ?? null}::timestamptz, expires_at),
    used_at = coalesce(${change.usedAt ?? null}::timestamptz, used_at)
    where id = ${id}`.execute(db)
}

/** The code of a purpose that was used last, unless its time is over by now. */
export async function newestUsedCode(
  db: Db,
  { realm, id: subjectId }: Person,
  purpose: string,
  at: Date,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from platform.one_time_code
    where realm = ${realm} and subject_id = ${subjectId} and purpose = ${purpose} and used_at is not null and expires_at > ${at}
    order by used_at desc limit 1`.execute(db)
  return rows[0]?.id
}

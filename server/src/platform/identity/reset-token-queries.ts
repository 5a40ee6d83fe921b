import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Realm } from '../operation/caller.ts'
import type { Person } from './person.ts'

export async function insertResetToken(
  db: Db,
  { realm, id: subjectId }: Person,
  row: { hash: Buffer; expiresAt: Date },
) {
  await sql`insert into platform.reset_token (hash, realm, subject_id, expires_at)
    values (${row.hash}, ${realm}, ${subjectId}, ${row.expiresAt})`.execute(db)
}

/** Burns a reset token; only one caller ever gets the person. */
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
  return rows[0]?.subject_id
}

export async function endResetTokens(db: Db, { realm, id: subjectId }: Person, at: Date): Promise<void> {
  await sql`
    update platform.reset_token set used_at = ${at}
    where realm = ${realm} and subject_id = ${subjectId} and used_at is null`.execute(db)
}

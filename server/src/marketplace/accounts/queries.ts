import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** Records that a person agreed to the terms, with a hash instead of the address they came from. */
export async function insertConsent(
  db: Db,
  consent: { id: string; userId: string; document: string; version: string; ipHash: Buffer; at: Date },
) {
  await sql`
    insert into marketplace.consent (id, user_id, document, document_version, ip_hash, created_at)
    values (${consent.id}, ${consent.userId}, ${consent.document}, ${consent.version}, ${consent.ipHash}, ${consent.at})`.execute(
    db,
  )
}

/** Binds a push token to one person and session, whoever had it before. */
export async function bindDeviceToken(
  db: Db,
  device: { token: string; userId: string; sessionId: string; at: Date },
) {
  await sql`
    insert into marketplace.device_token (token, user_id, session_id, updated_at)
    values (${device.token}, ${device.userId}, ${device.sessionId}, ${device.at})
    on conflict (marketplace.digest_of(token)) do update set user_id = excluded.user_id, session_id = excluded.session_id, updated_at = excluded.updated_at`.execute(
    db,
  )
}

/** Forgets the push tokens of a session, or of all of a person's. */
export async function dropDeviceTokens(db: Db, userId: string, sessionId: string | null) {
  await sql`delete from marketplace.device_token where user_id = ${userId} and (${sessionId}::uuid is null or session_id = ${sessionId})`.execute(
    db,
  )
}

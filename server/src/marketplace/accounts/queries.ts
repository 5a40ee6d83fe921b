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

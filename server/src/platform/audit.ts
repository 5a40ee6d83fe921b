import { sql } from 'kysely'
import type { Db } from './db/database.ts'
import { newId } from './ids.ts'

/** What somebody who looks after a product did. */
export interface AuditLine {
  product: string
  /** Null where the program itself did it. */
  actorId: string | null
  /** The operation's name in kebab-case. */
  action: string
  /** Names the thing, such as `campaign/<id>`. */
  subject: string
  details: object
}

/** Keeps lines for good. */
export async function insertAuditLines(db: Db, lines: readonly AuditLine[], at: Date): Promise<void> {
  for (const { product, actorId, action, subject, details } of lines)
    await sql`
      insert into platform.audit (id, product, actor_id, action, subject, details, created_at)
      values (${newId()}, ${product}, ${actorId}, ${action}, ${subject}, ${JSON.stringify(details)}::jsonb, ${at})`.execute(
      db,
    )
}

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
  const rows = lines.map(({ product, actorId, action, subject, details }) => ({
    id: newId(),
    product,
    actor_id: actorId,
    action,
    subject,
    details,
  }))
  await sql`
    insert into platform.audit (id, product, actor_id, action, subject, details, created_at)
    select id, product, actor_id, action, subject, details, ${at}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as line (
      id uuid, product text, actor_id uuid, action text, subject text, details jsonb)`.execute(db)
}

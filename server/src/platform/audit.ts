import { sql } from 'kysely'
import { newId } from './ids.ts'
import type { Product } from './operation/caller.ts'
import type { Work } from './operation/work.ts'

/** Keeps for good what an administrator did. `action` is the operation's name in kebab-case; `subject` names the thing, such as `campaign/<id>`. */
export async function recordAction(
  { db, clock }: Pick<Work, 'db' | 'clock'>,
  {
    product,
    actorId,
    action,
    subject,
    details = {},
  }: {
    product: Product
    actorId: string
    action: string
    subject: string
    details?: object
  },
): Promise<void> {
  await sql`
    insert into platform.audit (id, product, actor_id, action, subject, details, created_at)
    values (${newId()}, ${product}, ${actorId}, ${action}, ${subject}, ${JSON.stringify(details)}::jsonb, ${clock.now()})`.execute(
    db,
  )
}

import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

export interface GateRow {
  content_id: string
  type: string
  language: string
  version: number
  effective_at: Date
}

/**
 * The texts in effect that a person has yet to agree to, in the first of the languages that has
 * each; with a null user, all of them. Agreeing to a later version, in whatever language, counts.
 */
export async function selectGates(
  db: Db,
  asked: { userId: string | null; languages: string[]; now: Date },
): Promise<GateRow[]> {
  const { rows } = await sql<GateRow>`
    select gate.id as content_id, gate.type, gate.language, gate.version, gate.effective_at
    from (
      select distinct on (s.type) s.id, s.type, s.language, s.version, s.effective_at from wellness.static_content s
      where s.effective_at <= ${asked.now} and s.requires_consent and lower(s.language) = any(${asked.languages}::text[])
      order by s.type, array_position(${asked.languages}::text[], lower(s.language)), s.effective_at desc, s.version desc
    ) gate
    where not exists (
      select 1 from wellness.consent c join wellness.static_content agreed on agreed.id = c.content_id
      where c.user_id = ${asked.userId}::uuid and agreed.type = gate.type and agreed.effective_at >= gate.effective_at)
    order by gate.type`.execute(db)
  return rows
}

/** Keeps to which versions somebody agreed, and when. */
export async function insertConsents(
  db: Db,
  consents: { userId: string; contentIds: string[]; at: Date },
): Promise<void> {
  await sql`
    insert into wellness.consent (user_id, content_id, accepted_at)
    select ${consents.userId}::uuid, s.id, ${consents.at}::timestamptz from wellness.static_content s where s.id = any(${consents.contentIds}::uuid[])
    on conflict do nothing`.execute(db)
}

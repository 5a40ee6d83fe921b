import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Told } from './risk.ts'

/** What a listing said before the changes since `since`; undefined when what it says now has stood since then. */
export async function selectBaseline(db: Db, postId: string, since: Date): Promise<Told | undefined> {
  const { rows } = await sql<{ told: Told }>`
    select told from marketplace.post_baseline where post_id = ${postId} and changed_at > ${since}`.execute(
    db,
  )
  return rows[0]?.told
}

/** Notes a change. What was said until now becomes the baseline when there is none, or when it has stood since `before`. */
export async function upsertBaseline(
  db: Db,
  postId: string,
  { told, now, before }: { told: Told; now: Date; before: Date },
): Promise<void> {
  await sql`
    insert into marketplace.post_baseline as known (post_id, told, changed_at)
    values (${postId}, ${JSON.stringify(told)}::jsonb, ${now})
    on conflict (post_id) do update set changed_at = excluded.changed_at,
      told = case when known.changed_at > ${before} then known.told else excluded.told end`.execute(db)
}

/** What a listing says now is what the next change is measured by: a moderator has seen it, or nothing is left of it. */
export async function deleteBaseline(db: Db, postId: string): Promise<void> {
  await sql`delete from marketplace.post_baseline where post_id = ${postId}`.execute(db)
}

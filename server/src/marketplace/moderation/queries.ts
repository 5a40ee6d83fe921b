import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { type PostRow, postColumns, postTables, type RiskReason, type View } from '../posts/public.ts'

export type QueuedRow = PostRow & { review_reasons: RiskReason[]; review_submitted_at: Date }

/** What waits for a moderator, the longest first. */
export async function selectReviews(
  db: Db,
  view: View,
  page: { after: { at: string; id: string } | null; limit: number },
): Promise<QueuedRow[]> {
  const { after } = page
  const { rows } = await sql<QueuedRow>`
    select ${postColumns(view)} from ${postTables(view)}
    where v.declined_at is null and v.post_id is not null and p.status not in ('hidden', 'soft_deleted', 'deleted')
      and (${after?.at ?? null}::timestamptz is null
        or (v.submitted_at, v.post_id) > (${after?.at ?? null}::timestamptz, ${after?.id ?? null}::uuid))
    order by v.submitted_at, v.post_id limit ${page.limit}`.execute(db)
  return rows
}

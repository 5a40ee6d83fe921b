import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { orderedBy } from '../../platform/operation/order.ts'
import type { Key } from '../../platform/operation/page.ts'
import { type PostRow, postColumns, postTables, type RiskReason, type View } from '../posts/public.ts'

export type QueuedRow = PostRow & { review_reasons: RiskReason[]; review_submitted_at: Date }

export const longestWaiting = orderedBy<QueuedRow>(
  'asc',
  ['v.submitted_at', 'timestamptz', 'review_submitted_at'],
  ['v.post_id', 'uuid', 'id'],
)

/** What waits for a moderator, the longest first. */
export async function selectReviews(
  db: Db,
  view: View,
  page: { after: Key | undefined; limit: number },
): Promise<QueuedRow[]> {
  const { rows } = await sql<QueuedRow>`
    select ${postColumns(view)} from ${postTables(view)}
    where v.declined_at is null and v.post_id is not null and p.status not in ('hidden', 'soft_deleted', 'deleted')
      and ${longestWaiting.isPast(page.after)}
    order by ${longestWaiting.by} limit ${page.limit}`.execute(db)
  return rows
}

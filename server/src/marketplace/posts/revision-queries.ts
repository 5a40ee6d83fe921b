import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { orderedBy } from '../../platform/operation/order.ts'
import type { Key } from '../../platform/operation/page.ts'

/** One field that people write, as it was and as it became; pictures by upload id. */
export interface FieldChange {
  field: string
  before: unknown
  after: unknown
}

/** So many changes by its author are kept of a listing; what moderators changed stays. */
const mostKept = 100

interface Revision {
  postId: string
  authorId: string
  version: number
  editorId: string
  changes: readonly FieldChange[]
  at: Date
}

/** Keeps a change, and lets the oldest ones of the author go that are too many. */
export async function insertRevision(
  db: Db,
  { postId, authorId, version, editorId, changes, at }: Revision,
): Promise<void> {
  await Promise.all([
    sql`
      insert into marketplace.post_revision (post_id, version, editor_id, changes, created_at)
      values (${postId}, ${version}, ${editorId}, ${JSON.stringify(changes)}::jsonb, ${at})`.execute(db),
    sql`
      delete from marketplace.post_revision where post_id = ${postId} and editor_id = ${authorId} and version <= (
        select version from marketplace.post_revision where post_id = ${postId} and editor_id = ${authorId}
        order by version desc offset ${sql.lit(mostKept)} limit 1)`.execute(db),
  ])
}

export interface RevisionRow {
  version: number
  is_by_author: boolean
  changes: FieldChange[]
  created_at: Date
}

export const newestRevision = orderedBy<RevisionRow>('desc', ['r.version', 'int', 'version'])

/** What became of a listing since it was published, the newest change first. */
export async function selectRevisions(
  db: Db,
  postId: string,
  page: { after: Key | undefined; limit: number },
): Promise<RevisionRow[]> {
  const { rows } = await sql<RevisionRow>`
    select r.version, r.editor_id = p.author_id as is_by_author, r.changes, r.created_at
    from marketplace.post p join marketplace.post_revision r on r.post_id = p.id
    where p.id = ${postId} and ${newestRevision.isPast(page.after)}
    order by ${newestRevision.by} limit ${page.limit}`.execute(db)
  return rows
}

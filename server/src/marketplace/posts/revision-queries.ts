import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** One field that people write, as it was and as it became; pictures by upload id. */
export interface FieldChange {
  field: string
  before: unknown
  after: unknown
}

export async function insertRevision(
  db: Db,
  {
    postId,
    version,
    editorId,
    changes,
    at,
  }: { postId: string; version: number; editorId: string; changes: readonly FieldChange[]; at: Date },
): Promise<void> {
  await sql`
    insert into marketplace.post_revision (post_id, version, editor_id, changes, created_at)
    values (${postId}, ${version}, ${editorId}, ${JSON.stringify(changes)}::jsonb, ${at})`.execute(db)
}

export interface RevisionRow {
  version: number
  is_by_author: boolean
  changes: FieldChange[]
  created_at: Date
}

/** What became of a listing since it was published, the newest change first. */
export async function selectRevisions(
  db: Db,
  postId: string,
  page: { before: number | null; limit: number },
): Promise<RevisionRow[]> {
  const { rows } = await sql<RevisionRow>`
    select r.version, r.editor_id = p.author_id as is_by_author, r.changes, r.created_at
    from marketplace.post p join marketplace.post_revision r on r.post_id = p.id
    where p.id = ${postId} and (${page.before}::int is null or r.version < ${page.before}::int)
    order by r.version desc limit ${page.limit}`.execute(db)
  return rows
}

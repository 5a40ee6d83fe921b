import { sql } from 'kysely'
import type { Static } from 'typebox'
import type { Db } from '../../platform/db/database.ts'
import { type PostRow, postColumns, postTables, type View } from './queries.ts'
import type { RiskReason } from './risk.ts'
import type { PostChange } from './shapes.ts'

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

/** Puts a listing, or a change of one, into the queue; one that was there before gives way. */
export async function upsertReview(
  db: Db,
  review: {
    postId: string
    change: Static<typeof PostChange> | null
    photoIds: readonly string[]
    reasons: readonly RiskReason[]
    at: Date
  },
): Promise<void> {
  const change = review.change === null ? null : JSON.stringify(review.change)
  await sql`
    insert into marketplace.post_review (post_id, change, photo_ids, reasons, submitted_at)
    values (${review.postId}, ${change}::jsonb, ${[...review.photoIds]}::uuid[], ${[...review.reasons]}::text[], ${review.at})
    on conflict (post_id) do update set change = excluded.change, photo_ids = excluded.photo_ids, reasons = excluded.reasons,
      submitted_at = excluded.submitted_at, declined_at = null, message = null`.execute(db)
}

export async function deleteReview(db: Db, postId: string): Promise<void> {
  await sql`delete from marketplace.post_review where post_id = ${postId}`.execute(db)
}

/** Keeps for the author what was declined and why; the pictures that it would have added are let go. */
export async function declineReview(
  db: Db,
  postId: string,
  { message, at }: { message: string; at: Date },
): Promise<void> {
  await sql`
    update marketplace.post_review set declined_at = ${at}, message = ${message}, photo_ids = '{}', change = change - 'media'
    where post_id = ${postId}`.execute(db)
}

/** A listing was changed without its content: by a decision, or by a change that waits. */
export async function setPostStatus(db: Db, id: string, status: string, now: Date): Promise<void> {
  await sql`
    update marketplace.post set status = ${status}, version = version + 1, updated_at = ${now} where id = ${id}`.execute(
    db,
  )
}

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

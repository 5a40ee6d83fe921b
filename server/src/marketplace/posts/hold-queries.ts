import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Change } from './input-shapes.ts'
import type { RiskReason } from './risk.ts'

/** Puts a listing, or a change of one, into the queue; one that was there before gives way. */
export async function upsertReview(
  db: Db,
  review: {
    postId: string
    change: Change | null
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

/** @returns the pictures that its change would have added. */
export async function deleteReview(db: Db, postId: string): Promise<string[]> {
  const { rows } = await sql<{ photo_ids: string[] }>`
    delete from marketplace.post_review where post_id = ${postId} returning photo_ids`.execute(db)
  return rows[0]?.photo_ids ?? []
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

/** A listing was changed without its content: by a decision, or by a change that waits. Nothing is behind it any more. */
export async function setPostStatus(db: Db, id: string, status: string, now: Date): Promise<void> {
  await sql`
    update marketplace.post set status = ${status}, status_before = null, version = version + 1, updated_at = ${now} where id = ${id}`.execute(
    db,
  )
}

/** Does something in the transaction and takes back whatever it wrote, also when it fails. */
export async function leavingNothing(db: Db, attempt: () => Promise<unknown>): Promise<void> {
  await sql`savepoint before_attempt`.execute(db)
  try {
    await attempt()
  } finally {
    await sql`rollback to savepoint before_attempt`.execute(db)
  }
}

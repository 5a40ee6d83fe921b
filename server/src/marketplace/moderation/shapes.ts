import { type Static, Type } from 'typebox'
import { Nullable, OneOf, Timestamp } from '../../platform/operation/schema.ts'
import { Post, PostChange, presentPost, riskReasons } from '../posts/public.ts'
import type { QueuedRow } from './queries.ts'

/** What waits for a moderator. */
export const QueuedReview = Type.Object(
  {
    post: Post,
    reasons: Type.Array(OneOf(riskReasons)),
    change: Nullable(
      Type.Omit(PostChange, ['location']),
      'what is asked for; null when the whole listing waits',
    ),
    submitted_at: Timestamp,
  },
  { title: 'QueuedReview' },
)

export function presentQueued(
  row: QueuedRow,
  viewer: string,
  publicUrl: string,
): Static<typeof QueuedReview> {
  // The exact place is the author's own.
  const { location: _private, ...change } = row.review_change ?? {}
  return {
    post: presentPost(row, viewer, publicUrl),
    reasons: row.review_reasons,
    change: row.review_change && change,
    submitted_at: row.review_submitted_at.toISOString(),
  }
}

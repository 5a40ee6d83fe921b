import { type Static, Type } from 'typebox'
import { Nullable, OneOf, Text, Timestamp } from '../../platform/operation/schema.ts'
import { Post, PostChange, presentPost, riskReasons } from '../posts/public.ts'
import type { QueuedRow, SellerRecord } from './queries.ts'

/** The rule that was broken, by a name that everybody reads. */
export const RuleName = Text(1, 64, { pattern: '^[A-Za-z0-9 _.-]+$', example: 'prohibited item' })

/** What is known of somebody. */
export const SellerFigures = Type.Object(
  {
    active: Type.Integer({ description: 'listings that are open to buyers' }),
    sold: Type.Integer(),
    rejected: Type.Integer({ description: 'listings that a moderator declined' }),
    hidden: Type.Integer({ description: 'listings that a moderator hid' }),
    violations: Type.Integer({ description: 'notices of violations within the last 180 days' }),
  },
  { title: 'SellerRecord' },
)

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
    seller_record: SellerFigures,
  },
  { title: 'QueuedReview' },
)

const nothingKnown: SellerRecord = { active: 0, sold: 0, rejected: 0, hidden: 0, violations: 0 }

export const recordOf = (record: SellerRecord | undefined): SellerRecord => record ?? nothingKnown

export function presentQueued(
  row: QueuedRow,
  record: SellerRecord | undefined,
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
    seller_record: recordOf(record),
  }
}

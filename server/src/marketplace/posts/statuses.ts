/** As shown: a listing past its end reads as expired, whatever was stored. */
export const statuses = [
  'draft',
  'pending_review',
  'active',
  'reserved',
  'expired',
  'sold',
  'closed',
  'rejected',
  'hidden',
  'soft_deleted',
] as const
export type PostStatus = (typeof statuses)[number]

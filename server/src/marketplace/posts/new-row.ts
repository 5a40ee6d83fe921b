import type { Standing } from '../users/public.ts'
import type { FiledContent, PostRow } from './rows.ts'

/** A listing that its author published just now, as reading it back would give it. */
export function newRow(
  post: FiledContent,
  { id, authorId, seller, now }: { id: string; authorId: string; seller: Standing; now: Date },
): PostRow {
  return {
    ...post,
    id,
    version: 0,
    author_id: authorId,
    attributes: asKept(post.attributes),
    seller_name: seller.name,
    seller_photo_url: seller.profile_photo_url,
    seller_is_verified: seller.is_verified,
    seller_created_at: seller.created_at,
    shows_distance: seller.shows_distance,
    sold_type: 'available',
    buyer_id: null,
    sold_price_minor: null,
    sold_at: null,
    last_bumped_at: null,
    repost_count: 0,
    reposted_from: null,
    closed_reason: null,
    deleted_at: null,
    status_before_deletion: null,
    status_before: null,
    taken_down_at: null,
    favourite_count: 0,
    favourited: false,
    distance_km: null,
    chatroom_id: null,
    review_reasons: null,
    review_change: null,
    review_photo_ids: null,
    review_submitted_at: null,
    review_declined_at: null,
    review_message: null,
    created_at: now,
    updated_at: now,
  }
}

/** PostgreSQL keeps the keys of an object shorter ones first, and those of one length by their bytes; they are ASCII. */
const asKept = (attributes: PostRow['attributes']): PostRow['attributes'] =>
  Object.fromEntries(Object.entries(attributes).sort(([a], [b]) => a.length - b.length || (a < b ? -1 : 1)))

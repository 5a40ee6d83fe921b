import type { Condition } from './conditions.ts'
import type { Change, Delivery } from './input-shapes.ts'
import type { RiskReason } from './risk.ts'
import type { PostStatus } from './statuses.ts'

/** What a card shows of a listing, with what it borrows from its author and its category: the same whoever reads it. */
export interface ShownRow {
  id: string
  author_id: string
  title: string
  price_minor: number
  currency: string
  condition: Condition | null
  photo_ids: string[]
  place: string
  zip_code: string
  category_id: string
  category_name: string
  /** As stored, or as shown: then `expired` once the end has passed. */
  status: PostStatus
  published_at: Date | null
  seller_name: string
  seller_photo_url: string | null
  seller_is_verified: boolean
  seller_created_at: Date
}

/** A whole listing, the same whoever reads it. */
export interface ListingRow extends ShownRow {
  version: number
  description: string
  video_url: string
  video_thumbnail: string
  longitude: number
  latitude: number
  public_longitude: number
  public_latitude: number
  sub_category_id: string | null
  sub_category_name: string | null
  attributes: Record<string, string | number | boolean>
  quantity: number
  quantity_sold: number
  allows_offers: boolean
  delivery: Delivery | null
  sold_type: 'available' | 'reserved' | 'sold_here' | 'sold_elsewhere'
  buyer_id: string | null
  sold_price_minor: number | null
  sold_at: Date | null
  expires_at: Date | null
  /** Since when its author wants it renewed at its end; null when they do not. */
  renews_since: Date | null
  last_bumped_at: Date | null
  repost_count: number
  reposted_from: string | null
  closed_reason: string | null
  deleted_at: Date | null
  /** What a soft deletion hides. */
  status_before_deletion: string | null
  /** What moderation hides, or what comes back once a moderator has looked at what became of it meanwhile. */
  status_before: string | null
  taken_down_at: Date | null
  created_at: Date
  updated_at: Date
  shows_distance: boolean
  /** Why a moderator is to look at it, or at a change of it; null when nobody is. */
  review_reasons: RiskReason[] | null
  review_change: Change | null
  review_photo_ids: string[] | null
  review_submitted_at: Date | null
  review_declined_at: Date | null
  review_message: string | null
}

/** What depends on who reads a listing, and when. */
export interface ReaderRow {
  /** As shown: `expired` once the end has passed; `removed` of what somebody saved and was taken down. */
  status: PostStatus | 'removed'
  favourite_count: number
  favourited: boolean
  distance_km: number | null
}

/** A whole listing, as one of its readers sees it. */
export interface PostRow extends ListingRow, ReaderRow {
  status: PostStatus
  /** The reader's chat with the author about it. */
  chatroom_id: string | null
}

/** The same as it comes in JSON, whose times are texts. */
export interface ShownJson extends Omit<ShownRow, 'published_at' | 'seller_created_at'> {
  published_at: string | null
  seller_created_at: string
}

/** What is needed to show a listing in a list: its card, or its row where the card is out of date. */
export interface CardRow extends ReaderRow {
  id: string
  title: string
  card: string | null
  row: ShownJson | null
}

/** A listing by itself, as one of its readers sees it who does not own it, with what there is to know of its kind. */
export interface DetailRow extends ReaderRow {
  card: string | null
  rest: string | null
  is_own: boolean
  price_minor: number
  currency: string
  chatroom_id: string | null
  similar_ids: string[]
  /** Of the newest listings, open or sold, of the same category, condition and currency. */
  median_minor: number | null
  sample: number
}

/** The columns that people write, as `add` and `update` leave them. */
export interface PostContent {
  title: string
  description: string
  price_minor: number
  currency: string
  category_id: string
  sub_category_id: string | null
  condition: Condition | null
  attributes: Record<string, string | number | boolean>
  quantity: number
  quantity_sold: number
  status: PostStatus
  allows_offers: boolean
  delivery: Delivery | null
  photo_ids: string[]
  video_url: string
  video_thumbnail: string
  place: string
  zip_code: string
  longitude: number
  latitude: number
  public_longitude: number
  public_latitude: number
  published_at: Date | null
  expires_at: Date | null
  renews_since: Date | null
}

/** The same with what its categories are called. */
export type FiledContent = PostContent & Pick<PostRow, 'category_name' | 'sub_category_name'>

import type { Change } from './input-shapes.ts'
import type { RiskReason } from './risk.ts'

/** What a card shows of a listing. */
export interface CardRow {
  id: string
  author_id: string
  title: string
  price_minor: number
  currency: string
  condition: string | null
  photo_ids: string[]
  place: string
  zip_code: string
  category_id: string
  category_name: string
  /** As shown: `expired` once the end has passed. */
  status: string
  favourite_count: number
  favourited: boolean
  distance_km: number | null
  published_at: Date | null
  created_at: Date
  seller_name: string
  seller_photo_url: string | null
  seller_is_verified: boolean
  seller_created_at: Date
}

/** A whole listing, as one of its readers sees it. */
export interface PostRow extends CardRow {
  version: number
  description: string
  sub_category_id: string | null
  sub_category_name: string | null
  attributes: Record<string, string | number | boolean>
  quantity: number
  quantity_sold: number
  allows_offers: boolean
  delivery: string | null
  video_url: string
  video_thumbnail: string
  longitude: number
  latitude: number
  public_longitude: number
  public_latitude: number
  sold_type: 'available' | 'reserved' | 'sold_here' | 'sold_elsewhere'
  buyer_id: string | null
  sold_price_minor: number | null
  sold_at: Date | null
  expires_at: Date | null
  /** The reader's chat with the author about it. */
  chatroom_id: string | null
  /** Why a moderator is to look at it, or at a change of it; null when nobody is. */
  review_reasons: RiskReason[] | null
  review_change: Change | null
  review_photo_ids: string[] | null
  review_submitted_at: Date | null
  review_declined_at: Date | null
  review_message: string | null
  updated_at: Date
}

/** The columns that people write, as `add` and `update` leave them. */
export interface PostContent {
  title: string
  description: string
  price_minor: number
  currency: string
  category_id: string
  sub_category_id: string | null
  condition: string | null
  attributes: Record<string, string | number | boolean>
  quantity: number
  quantity_sold: number
  status: string
  allows_offers: boolean
  delivery: string | null
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
}

import type { Caller } from '../access.ts'
import type { PostContent } from './rows.ts'

// No place that is given is the same as this one.
const nowhere = {
  longitude: Number.NaN,
  latitude: Number.NaN,
  public_longitude: Number.NaN,
  public_latitude: Number.NaN,
}

/** What a listing is before its author says anything: a draft in their currency. */
export const emptyDraft = ({ currency }: Caller): PostContent => ({
  title: '',
  description: '',
  price_minor: 0,
  currency,
  category_id: '',
  sub_category_id: null,
  condition: null,
  attributes: {},
  quantity: 1,
  quantity_sold: 0,
  status: 'draft',
  allows_offers: false,
  delivery: null,
  photo_ids: [],
  video_url: '',
  video_thumbnail: '',
  place: '',
  zip_code: '',
  ...nowhere,
  published_at: null,
  expires_at: null,
  renews_since: null,
})

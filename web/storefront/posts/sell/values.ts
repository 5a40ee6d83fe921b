import type { Post } from '@plaza/client/marketplace'
import type { Base } from '../../../ui/merge.ts'
import type { Place } from '../../search/place.ts'
import type { Condition } from '../../search/search-params.ts'
import type { KeptPhoto } from './photos.ts'

/** What a seller typed so far. */
export interface SellValues {
  title: string
  category_id: string
  sub_category_id: string
  price: number | ''
  condition: Condition | ''
  description: string
  place: string
  /** Of the place; empty where it was typed by hand. */
  zip: string
  attributes: Record<string, string | number | boolean>
  delivery: '' | 'pickup' | 'shipping' | 'both'
  allow_offers: boolean
  /** Another place than the account's, or than the listing's own. */
  where: Place | null
  photos: readonly KeptPhoto[]
}

export const emptyValues: SellValues = {
  title: '',
  category_id: '',
  sub_category_id: '',
  price: '',
  condition: '',
  description: '',
  place: '',
  zip: '',
  attributes: {},
  delivery: '',
  allow_offers: false,
  where: null,
  photos: [],
}

const valuesOf = (post: Post): SellValues => ({
  title: post.title,
  category_id: post.category._id,
  sub_category_id: post.sub_category?._id ?? '',
  price: post.price,
  condition: (post.condition ?? '') as Condition | '',
  description: post.description,
  place: post.address.place,
  zip: post.address.zip_code,
  attributes: post.attributes as SellValues['attributes'],
  delivery: (post.delivery ?? '') as SellValues['delivery'],
  allow_offers: post.allow_offers,
  where: null,
  photos: post.media.photoUrl.map((url) => ({ id: url, name: '', url })),
})

/** What is offered once more is where it was. */
export function likeOf(post: Post): SellValues {
  const [lng, lat] = post.location.coordinates
  return { ...valuesOf(post), where: { lng, lat, name: post.address.place } }
}

/** A listing as its author wants it, where a change of it waits for a moderator. */
function asAsked(post: Post): Post {
  const change = post.review?.state === 'waiting' ? post.review.change : null
  if (!change) return post
  const { category_id, sub_category_id, address, media, location: _place, draft: _draft, ...plain } = change
  return {
    ...post,
    ...plain,
    ...(category_id === undefined ? {} : { category: { _id: category_id, name: '' }, sub_category: null }),
    ...(sub_category_id ? { sub_category: { _id: sub_category_id, name: '' } } : {}),
    address: { ...post.address, ...address },
    media: { ...post.media, ...media },
  }
}

/** What the form of a listing begins from. */
export const baseOf = (post: Post): Base<SellValues> => ({
  values: valuesOf(asAsked(post)),
  version: post.__v,
})

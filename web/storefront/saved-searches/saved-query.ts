import type { SavedQuery } from '@plaza/client/marketplace'
import { placeOf } from '../search/place.ts'
import { readSearch, type SearchParams } from '../search/search-params.ts'

/** A search as it is saved; the order and the age of listings are of no matter to what is still to come. */
export function savedQueryOf(search: SearchParams, isSignedIn: boolean): SavedQuery {
  const { q, category, sub, attributes, min, max, currency, condition, lat, lng, radius } = search
  const place = placeOf(search)
  const asked = {
    q,
    category_id: category,
    sub_category_id: sub,
    attributes,
    min_price: min,
    max_price: max,
    currency,
    condition,
    ...((place || isSignedIn) && radius !== undefined && { radius_km: radius, ...(place && { lat, lng }) }),
  }
  // Fields that are not asked for are left out, as in an address.
  return Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined))
}

/** Whether a search asks for something by which listings can be told apart. */
export const canBeSaved = (search: SearchParams, isSignedIn: boolean): boolean => {
  const { q, category_id, radius_km } = savedQueryOf(search, isSignedIn)
  return Boolean(q ?? category_id ?? radius_km)
}

/** The search that a saved one asks for, as its address has it. */
export const searchOf = (query: SavedQuery): SearchParams =>
  readSearch({
    q: query.q,
    category: query.category_id,
    sub: query.sub_category_id,
    attributes: query.attributes,
    min: query.min_price,
    max: query.max_price,
    currency: query.currency,
    condition: query.condition,
    lat: query.lat,
    lng: query.lng,
    radius: query.radius_km,
  })

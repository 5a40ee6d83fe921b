import { firstCards } from '../search/feed-memory.ts'
import type { Place } from '../search/place.ts'

/**
 * What the first requests of a page ask for; the page's first module begins them before the page is
 * there. Few cards: more come before the last is in sight, and a slow phone shows the first sooner.
 */
export const feedQuery = (place: Place | undefined) => ({ limit: firstCards(place), ...around(place) })

/** What is given away. */
export const freeQuery = (place: Place | undefined) => ({ limit: 10, max_price: 0, ...around(place) })

const around = (place: Place | undefined): { lat?: number; lng?: number } =>
  place ? { lat: place.lat, lng: place.lng } : {}

const pathOf = (query: object): string => {
  const said = Object.entries(query).map(([name, value]) => [name, String(value)])
  return `/api/v1/post-mgt/get?${new URLSearchParams(said)}`
}
export const feedPath = (place: Place | undefined): string => pathOf(feedQuery(place))
export const freePath = (place: Place | undefined): string => pathOf(freeQuery(place))

export const postPath = (id: string): string => `/api/v1/post-mgt/detail/${id}`

/** How wide a card, one in a rail, and the gallery are, as in the `sizes` of an image. */
export const cardSizes = '(min-width: 76rem) 230px, (min-width: 48rem) 30vw, 46vw'
export const railSizes = '(min-width: 76rem) 187px, (min-width: 48rem) 20vw, 42vw'
export const gallerySizes = '(min-width: 76rem) 690px, (min-width: 48rem) 58vw, 100vw'

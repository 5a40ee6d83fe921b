import type { Place } from '../search/place.ts'

/**
 * What the first request of a page asks for; the page's first module begins it before the page is
 * there. Few cards: more come before the last is in sight, and a slow phone shows the first sooner.
 */
export const feedQuery = (place: Place | undefined): { limit: number; lat?: number; lng?: number } => ({
  limit: 12,
  ...(place ? { lat: place.lat, lng: place.lng } : {}),
})

export function feedPath(place: Place | undefined): string {
  const query = Object.entries(feedQuery(place)).map(([name, value]) => [name, String(value)])
  return `/api/v1/post-mgt/get?${new URLSearchParams(query)}`
}

export const postPath = (id: string): string => `/api/v1/post-mgt/detail/${id}`

/** How wide a card and the gallery are, as in the `sizes` of an image. */
export const cardSizes = '(min-width: 76rem) 280px, (min-width: 48rem) 30vw, 46vw'
export const gallerySizes = '(min-width: 76rem) 700px, (min-width: 60rem) 58vw, 100vw'

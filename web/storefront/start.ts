import { beginEarly, preloadPicture } from '../ui/early.ts'
import { cardSizes, feedPath, freePath, gallerySizes, postPath } from './posts/first-sight.ts'
import { placeOf, storedPlace } from './search/place.ts'

interface Pictured {
  photoUrl: string | null
}

/** How many pictures of the feed are in sight before anybody scrolls. */
const inSight = 4

async function preloadPictures(body: Promise<unknown>, sizes: string): Promise<void> {
  const { data } = (await body) as { data: Pictured | Pictured[] }
  const pictured: Pictured[] = Array.isArray(data) ? data.slice(0, inSight) : [data]
  for (const { photoUrl } of pictured) if (photoUrl) preloadPicture(photoUrl, sizes)
}

/** Begins what the page will ask for first. Somebody who is signed in gets a feed of their own, with their token. */
export function startEarly(): void {
  if (localStorage.getItem('plaza.marketplace.signed-in')) return
  const { pathname, search } = window.location
  const [, listingId] = /^\/listing\/([^/]+)$/.exec(pathname) ?? []
  const ignore = () => undefined
  if (listingId) {
    void import('./posts/listing/listing.tsx')
    preloadPictures(beginEarly(postPath(listingId)), gallerySizes).catch(ignore)
  } else if (pathname === '/') {
    const place = placeOf(Object.fromEntries(new URLSearchParams(search))) ?? storedPlace()
    preloadPictures(beginEarly(feedPath(place)), cardSizes).catch(ignore)
    beginEarly(freePath(place)).catch(ignore)
  }
}

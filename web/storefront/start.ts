import { beginEarly } from '../ui/early.ts'
import { shapeShell, showInShell, theShell } from '../ui/shell.ts'
import { cardSizes, feedPath, freePath, gallerySizes, postPath } from './posts/first-sight.ts'
import { placeOf, storedPlace } from './search/place.ts'

interface Pictured {
  photoUrl: string | null
}

interface Reply {
  data: Pictured | Pictured[]
}

/** How many pictures of the feed are in sight before anybody scrolls. */
const inSight = 4

async function showPictures(reply: Promise<unknown>, boxes: string, sizes: string): Promise<void> {
  const { data } = (await reply) as Reply
  const shell = await theShell()
  const places = [...(shell?.querySelectorAll(boxes) ?? [])].slice(0, inSight)
  for (const [index, { photoUrl }] of [data].flat().entries()) {
    const place = places[index]
    if (place && photoUrl) showInShell(place, photoUrl, sizes)
  }
}

/** The shell has room for what is given away, unless nothing is. */
async function makeRoom(reply: Promise<unknown>): Promise<void> {
  const { data } = (await reply) as Reply
  const shell = await theShell()
  if ([data].flat().length === 0) shell?.querySelector('.shell-free')?.remove()
}

/** Begins what the page will ask for first. Guests and whoever is signed in get their own, with their token. */
export function startEarly(): void {
  const { pathname, search } = window.location
  const [, listingId] = /^\/listing\/([^/]+)$/.exec(pathname) ?? []
  if (listingId) void shapeShell('listing')
  if (['signed-in', 'guest'].some((who) => localStorage.getItem(`plaza.marketplace.${who}`))) return
  const ignore = () => undefined
  if (listingId) {
    // First what the picture waits for: a browser asks one server for only a few things at a time.
    showPictures(beginEarly(postPath(listingId)), '.shell-stage', gallerySizes).catch(ignore)
    void import('./posts/listing/listing.tsx')
    void import('../ui/themed.tsx')
  } else if (pathname === '/') {
    const place = placeOf(Object.fromEntries(new URLSearchParams(search))) ?? storedPlace()
    showPictures(beginEarly(feedPath(place)), '.shell-grid > i', cardSizes).catch(ignore)
    makeRoom(beginEarly(freePath(place))).catch(ignore)
  }
}

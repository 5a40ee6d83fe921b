import type { Place } from './place.ts'

/** How far somebody had read in the feed when they left the document. */
interface Reading {
  place: string
  cards: number
  scrolled: number
}

const key = 'plaza.feed'
const usual = 12
/** The server gives so many at once. */
const most = 96

const nameOf = (place: Place | undefined): string => (place ? `${place.lat} ${place.lng}` : '')

/** What was kept by the document before, when this one is the same page once more. */
function keptReading(): Reading | undefined {
  const [{ type } = { type: '' }] = performance.getEntriesByType(
    'navigation',
  ) as PerformanceNavigationTiming[]
  if (type !== 'reload' && type !== 'back_forward') return undefined
  try {
    const { place, cards, scrolled } = JSON.parse(sessionStorage.getItem(key) ?? '{}')
    return typeof place === 'string' && cards > usual && scrolled >= 0
      ? { place, cards, scrolled }
      : undefined
  } catch {
    return undefined
  }
}

let reading: Reading | undefined
let isRead = false
function readingAt(place: Place | undefined): Reading | undefined {
  if (!isRead) reading = keptReading()
  isRead = true
  return reading?.place === nameOf(place) ? reading : undefined
}

/** How many cards the first request asks for: as many as were there before the page was loaded anew. */
export const firstCards = (place: Place | undefined): number =>
  Math.min(readingAt(place)?.cards ?? usual, most)

/** How far down somebody was before the page was loaded anew; once. */
export function takeScrolled(place: Place | undefined): number | undefined {
  const kept = readingAt(place)
  const scrolled = kept?.scrolled
  if (kept) kept.scrolled = 0
  return scrolled
}

/** Has the reading kept when the document is left. @returns what ends that. */
export function keepReading(place: Place | undefined, cards: number): () => void {
  const keep = () =>
    sessionStorage.setItem(key, JSON.stringify({ place: nameOf(place), cards, scrolled: window.scrollY }))
  window.addEventListener('pagehide', keep)
  return () => window.removeEventListener('pagehide', keep)
}

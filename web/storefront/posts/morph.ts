const name = 'listing-photo'
let named: HTMLElement | undefined

const forget = () => named?.style.removeProperty('view-transition-name')

/**
 * For the click on a card's link: its picture becomes the gallery of the page that follows. Whoever
 * wants less motion sees one page fade into the other.
 */
export function morphFrom({ currentTarget }: { currentTarget: HTMLElement }): void {
  forget()
  const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  // One element of a page may bear the name, and the page of a listing has its gallery.
  const isOnListing = document.querySelector('[data-gallery]') !== null
  named = currentTarget.querySelector<HTMLElement>('[data-picture]') ?? undefined
  if (!isCalm && !isOnListing) named?.style.setProperty('view-transition-name', name)
}

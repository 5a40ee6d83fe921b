export const kinds = ['bump', 'top', 'featured', 'urgent', 'bundle'] as const
export type Kind = (typeof kinds)[number]

/** Which lists give a place to a listing. */
export type Surface = 'feed' | 'search'

/** What each kind of boost is: in which lists it has a place, and whether it is called urgent and goes before others. */
export const meanings: Readonly<Record<Kind, { inFeed: boolean; inSearch: boolean; isUrgent: boolean }>> = {
  bump: { inFeed: true, inSearch: false, isUrgent: false },
  top: { inFeed: false, inSearch: true, isUrgent: false },
  featured: { inFeed: true, inSearch: true, isUrgent: false },
  urgent: { inFeed: true, inSearch: false, isUrgent: true },
  bundle: { inFeed: true, inSearch: true, isUrgent: true },
}

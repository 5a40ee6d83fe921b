/** What state a thing is in; apart from the rest, since cards say it before anything else is there. */
export const texts = {
  new: 'New',
  like_new: 'Like new',
  very_good: 'Very good',
  good: 'Good',
  fair: 'Fair',
  poor: 'Poor',
  for_parts: 'For parts',
}

/** What the wellness pages say of the list of all exercises. */
export const texts = {
  open: 'All exercises',
  title: 'All exercises',
  search: 'Search exercises',
  sort: 'Order',
  sorts: {
    recommended: 'For you',
    popular: 'Popular',
    new: 'New',
    duration: 'Shortest first',
  },
  tags: 'Tags',
  anyTag: 'All tags',
  empty: 'Nothing found',
  emptyHint: 'Try another word, or all tags.',
}

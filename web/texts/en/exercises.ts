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
  /** Tags that the exercises that come along have; others stand as they were written. */
  tagNames: {
    breathing: 'breathing',
    focus: 'focus',
    longer: 'longer',
    meditation: 'meditation',
    movement: 'movement',
    reflection: 'reflection',
    short: 'short',
    sleep: 'sleep',
  },
  empty: 'Nothing found',
  emptyHint: 'Try another word, or all tags.',
}

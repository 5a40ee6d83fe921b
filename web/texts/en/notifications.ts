import { plural } from '../../ui/formats.ts'

/** What the inbox of notices says. */
export const texts = {
  title: 'Notices',
  all: 'All',
  onlyUnread: 'Unread',
  filter: 'Show',
  readAll: 'Mark all as read',
  allRead: 'All caught up.',
  empty: 'No notices yet',
  emptyHint: 'Messages, saves of your listings and price drops show up here.',
  emptyUnread: 'All caught up',
  emptyUnreadHint: 'You have no unread notices.',
  isNew: 'New',
  dismiss: (title: string) => `Dismiss ${title}`,
  dismissed: 'Dismissed.',
  undo: 'Undo',
  undoOf: (title: string) => `Bring back ${title}`,
  others: (count: number) => plural(count, { one: 'other person', other: 'other people' }),
}

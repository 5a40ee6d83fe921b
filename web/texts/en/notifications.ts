import { plural } from '../../ui/formats.ts'

/** What the inbox of notices says. */
export const texts = {
  title: 'Notices',
  all: 'All',
  onlyUnread: 'Unread',
  filter: 'Which notices',
  readAll: 'Mark all as read',
  allRead: 'All notices are read.',
  empty: 'All quiet',
  emptyHint: 'When somebody writes to you, saves a listing of yours or a price drops, it is here.',
  emptyUnread: 'Nothing unread',
  emptyUnreadHint: 'You have seen everything.',
  isNew: 'New',
  dismiss: (title: string) => `Dismiss ${title}`,
  dismissed: 'Dismissed.',
  undo: 'Undo',
  undoOf: (title: string) => `Bring back ${title}`,
  others: (count: number) => plural(count, { one: 'other person', other: 'other people' }),
}

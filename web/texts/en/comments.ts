import { plural } from '../../ui/formats.ts'

/** What is said around questions and answers below a listing. */
export const texts = {
  count: (count: number) => plural(count, { one: 'comment', other: 'comments' }),
  order: 'Order',
  newest: 'Newest',
  oldest: 'Oldest',
  empty: 'Nothing asked yet. Everybody can read what you ask here.',
  emptyOwn: 'Nothing asked yet. Questions of buyers appear here.',
  ended: 'This listing has ended. Nothing more can be asked or answered here.',
  signIn: 'Sign in to ask or answer',
  ask: 'Ask a question',
  send: 'Send',
  reply: 'Reply',
  replyTo: (name: string) => `Reply to ${name}`,
  cancel: 'Cancel',
  seller: 'Seller',
  you: 'You',
  gone: 'This comment is no longer here.',
  allReplies: (count: number) => `Show all ${plural(count, { one: 'reply', other: 'replies' })}`,
  menu: (text: string) => `Delete: ${text}`,
  delete: 'Delete',
  deleteTitle: 'Delete this comment?',
  deleteHint: 'If it was answered, its place stays, without your words or name.',
  deleted: 'Your comment is deleted.',
  waiting: 'Waiting to be sent',
  refused: (reason: string) => `Not sent: ${reason}`,
  retry: 'Try again',
  remove: 'Remove',
  hints: {
    link: 'This comment has a link. Never enter passwords or card numbers on pages that others send you.',
    phone_number: 'This comment has a phone number. Write in a chat instead: there it is on record.',
    payment_outside:
      'Careful with payments to people you have not met. Pay when you have the item in your hands.',
    secret_code: 'Never share a code that was sent to you.',
  },
  notKept: 'This browser could not store the comment. Free up some space, then send it again.',
}

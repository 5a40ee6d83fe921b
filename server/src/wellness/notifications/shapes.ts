import { type Static, Type } from 'typebox'
import { Id, Nullable, Shown, Timestamp } from '../../platform/operation/schema.ts'
import type { NotificationRow } from './queries.ts'

/** The record of the specification, section 2.1, without what only a marketplace has. */
export const InboxItem = Type.Object(
  {
    _id: Id,
    recipient: Id,
    category: Shown('REMINDER', 'one of those that the list takes as a filter; more may come'),
    title: Shown('Time to breathe'),
    message: Shown('Five minutes are enough.'),
    link: Nullable(Shown('/exercises/0197b3a1')),
    isRead: Type.Boolean(),
    readAt: Nullable(Timestamp),
    expiresAt: Nullable(Timestamp),
    createdAt: Timestamp,
  },
  { title: 'WellnessNotification' },
)

export const presentNotification = (row: NotificationRow): Static<typeof InboxItem> => ({
  _id: row.id,
  recipient: row.user_id,
  category: row.category,
  title: row.title,
  message: row.message,
  link: row.link,
  isRead: row.is_read,
  readAt: row.read_at?.toISOString() ?? null,
  expiresAt: row.expires_at?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
})

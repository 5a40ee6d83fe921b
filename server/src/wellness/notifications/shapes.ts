import { type Static, Type } from 'typebox'
import { Id, Nullable, Shown, Timestamp } from '../../platform/operation/schema.ts'
import type { NotificationRow, PreferenceRow } from './queries.ts'

export const categories = [
  'SYSTEM',
  'REMINDER',
  'GOAL',
  'STREAK',
  'SUBSCRIPTION',
  'REFERRAL',
  'SUPPORT',
  'CONTENT',
  'SECURITY',
  'CAMPAIGN',
] as const
export type Category = (typeof categories)[number]

/** The record of the specification, section 2.1, without what only a marketplace has. */
export const InboxItem = Type.Object(
  {
    _id: Id,
    recipient: Id,
    category: Shown('REMINDER'),
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

/** What a user wants to hear of, by which way, and when not. */
export const NotificationPreference = Type.Object(
  {
    push: Type.Boolean(),
    email: Type.Boolean(),
    inApp: Type.Boolean(),
    reminders: Type.Boolean(),
    marketing: Type.Boolean(),
    goalUpdates: Type.Boolean(),
    subscription: Type.Boolean(),
    quietHours: Type.Object({
      enabled: Type.Boolean(),
      start: Shown('22:00', 'HH:mm of your own time'),
      end: Shown('07:00', 'HH:mm; on the next day where it is not after the start'),
    }),
  },
  { title: 'NotificationPreference' },
)

/** Everything at any time, until somebody says otherwise. */
const unsaid: PreferenceRow = {
  push: true,
  email: true,
  in_app: true,
  reminders: true,
  marketing: true,
  goal_updates: true,
  subscription: true,
  has_quiet_hours: false,
  quiet_start_minutes: 22 * 60,
  quiet_end_minutes: 7 * 60,
}

/** `HH:mm` of minutes after midnight. */
export const clockTime = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

export const presentPreference = (row: PreferenceRow = unsaid): Static<typeof NotificationPreference> => ({
  push: row.push,
  email: row.email,
  inApp: row.in_app,
  reminders: row.reminders,
  marketing: row.marketing,
  goalUpdates: row.goal_updates,
  subscription: row.subscription,
  quietHours: {
    enabled: row.has_quiet_hours,
    start: clockTime(row.quiet_start_minutes),
    end: clockTime(row.quiet_end_minutes),
  },
})

import { newId } from '../../platform/ids.ts'
import type { Work } from '../../platform/operation/work.ts'
import { noticesWritten } from './announcements.ts'
import { notificationCreated } from './events.ts'
import { insertNotifications } from './queries.ts'
import type { Category } from './shapes.ts'

export { noticesWritten } from './announcements.ts'
export { type PreferenceRow, savePreference, selectPreference } from './queries.ts'
export { type Category, clockTime, NotificationPreference, presentPreference } from './shapes.ts'

export interface Notice {
  userId: string
  category: Category
  title: string
  message: string
  /** The cause. The same cause never makes a second notice for the same user. */
  sourceEvent: string
  /** Where the app goes on a tap, such as `goals/<id>`. */
  link?: string
  expiresAt?: Date
  /** Whether their phones show it, too, as far as they want that. */
  isPushed?: boolean
}

/**
 * Puts notices into users' inboxes and tells their open apps, in the caller's transaction.
 * @returns to whom they are new.
 */
export async function notify(work: Work, notices: readonly Notice[]): Promise<ReadonlySet<string>> {
  const named = notices.map(({ isPushed = false, ...notice }) => ({
    isPushed,
    row: { link: null, expiresAt: null, ...notice, id: newId() },
  }))
  const written = await insertNotifications(
    work.db,
    named.map(({ row }) => row),
    work.clock.now(),
  )
  for (const { id, user_id } of written)
    work.publish(notificationCreated, { recipientId: user_id, data: { _id: id } })
  const isNew = new Set(written.map(({ id }) => id))
  const pushed = named.filter(({ isPushed, row }) => isPushed && isNew.has(row.id))
  const notificationIds = pushed.map(({ row }) => row.id)
  if (notificationIds.length > 0) await work.announce(noticesWritten, { notificationIds })
  return new Set(written.map(({ user_id }) => user_id))
}

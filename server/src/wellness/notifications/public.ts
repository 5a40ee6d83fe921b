import { newId } from '../../platform/ids.ts'
import type { Work } from '../../platform/operation/work.ts'
import { notificationCreated } from './events.ts'
import { insertNotifications } from './queries.ts'
import type { Category } from './shapes.ts'

export { countNotifications, selectPreference } from './queries.ts'
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
}

/** Puts notices into users' inboxes and tells their open apps, in the caller's transaction. */
export async function notify(work: Work, notices: readonly Notice[]): Promise<void> {
  const written = await insertNotifications(
    work.db,
    notices.map((notice) => ({ link: null, expiresAt: null, ...notice, id: newId() })),
    work.clock.now(),
  )
  for (const { id, user_id } of written)
    work.publish(notificationCreated, { recipientId: user_id, data: { _id: id } })
}

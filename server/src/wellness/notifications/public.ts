import { newId } from '../../platform/ids.ts'
import type { Work } from '../../platform/operation/work.ts'
import { notificationCreated } from './events.ts'
import type { Category } from './kinds.ts'
import { kindOf, pushed } from './kinds.ts'
import { push } from './push.ts'
import { deleteUnsent } from './push-queries.ts'
import { insertNotifications } from './queries.ts'

export type { Category } from './kinds.ts'
export { changePreference } from './preference-change.ts'
export { selectPreference, type Way, wants } from './preference-queries.ts'
export { changeInShort, NotificationPreference, PreferenceChange, presentPreference } from './preferences.ts'
export { countNotifications } from './queries.ts'

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
  /** What it is about, so that what was not pushed yet can be taken back. */
  about?: string
  /** Whoever asked for it at this time is told at this time. */
  ignoresQuietHours?: boolean
}

/**
 * Puts notices into users' inboxes, tells their open apps, and shows them on their devices, in the caller's
 * transaction: each of it where they want that kind, and on devices outside their quiet hours.
 * @returns to whom they are new.
 */
export async function notify(work: Work, notices: readonly Notice[]): Promise<ReadonlySet<string>> {
  const told = notices.map((notice) => ({
    ...{ link: null, expiresAt: null, about: null, ignoresQuietHours: false },
    ...notice,
    id: newId(),
    kind: kindOf[notice.category],
  }))
  const written = await insertNotifications(work.db, told, work.clock.now())
  const listed = new Map(written.map(({ id, is_listed: isListed }) => [id, isListed]))
  for (const { id, user_id, is_listed: isListed } of written)
    if (isListed) work.publish(notificationCreated, { recipientId: user_id, data: { _id: id } })
  const shown = told.filter(({ id, category }) => listed.has(id) && pushed.includes(category))
  await push(
    work,
    shown.map(({ id, userId, kind, title, message, link, sourceEvent, about, ignoresQuietHours }) => ({
      ...{ userId, kind, title, body: message, link, sourceEvent, about, ignoresQuietHours },
      notificationId: listed.get(id) ? id : null,
    })),
  )
  return new Set(written.map(({ user_id }) => user_id))
}

/** Nothing that was told about some things, and is not on a device yet, is shown any more. */
export const takeBackPushes = ({ db }: Pick<Work, 'db'>, about: readonly string[]): Promise<void> =>
  deleteUnsent(db, about)

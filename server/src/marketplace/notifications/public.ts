import { newId } from '../../platform/ids.ts'
import type { Words } from '../../platform/language.ts'
import type { Work } from '../../platform/operation/work.ts'
import type { NoticeAction } from './action-queries.ts'
import { notificationChanged, notificationCreated } from './events.ts'
import { deletePreference } from './preference-queries.ts'
import { pushNotices } from './push-jobs.ts'
import {
  insertNotifications,
  joinNotification,
  type NewNotification,
  retractAllOf,
  retractNotificationsBetween,
  type Saying,
} from './queries.ts'
import type { Category } from './shapes.ts'

export { changeNotification, selectNotificationByCause } from './inbox-queries.ts'
export {
  type FollowerNews,
  insertFollowerNews,
  retractBirthdayNews,
  standFollowerNews,
} from './news-queries.ts'
export { personalData } from './personal-data.ts'
export { changePreference } from './preference-change.ts'
export { mutesKind, type StrangerPolicy, strangerPolicyOf } from './preference-queries.ts'
export { tellFollowers } from './push-jobs.ts'
export {
  findStandingNotification,
  insertBroadcast,
  insertNotifications,
  leaveNotifications,
  type NewNotification,
  retractNotifications,
  retractNotificationsAbout,
  retractUnread,
  type StandingNotification,
  standingNotification,
  takeOutOfNotification,
} from './queries.ts'
export { NotificationRecord, presentNotification } from './shapes.ts'
export { countOfUnread } from './unread.ts'

export interface Notice {
  recipientId: string
  /** Who caused it; null for the service itself. Nobody hears of their own doing. */
  actorId: string | null
  category: Category
  title: Words
  /** Gathers everybody of the same cause into one notice; its title for several, `{n}` standing for how many. */
  titleOfMany?: Words
  message: Words
  /** In a notice that gathers: what this person said, shown in place of the message while it is the newest. */
  said?: Saying
  /** What it is about, such as `{ model: 'post', id }`. */
  reference: { model: string; id: string }
  /** The cause. The same cause never makes a second notice for the same person. */
  sourceEvent: string
  postImage?: string
  imageUrl?: string
  action?: NoticeAction
}

const withDefaults = (notice: Notice): NewNotification => ({
  titleOfMany: null,
  postImage: '',
  imageUrl: '',
  action: null,
  ...notice,
  id: newId(),
})

/**
 * Puts one notice of a new cause into somebody's inbox and tells their open apps, in the caller's transaction, and lets
 * nobody wait for it. Whose account ended meanwhile gets none, and has no open app that would hear of it. That its
 * reader did not mute who caused it, nor its kind, the caller knows, and whether they have a device to push it to.
 */
export function leaveNotice(work: Work, notice: Notice, { hasDevice }: { hasDevice: boolean }): void {
  const written = withDefaults(notice)
  work.pipeline(insertNotifications(work.db, [written], work.clock.now()))
  work.publish(notificationCreated, { recipientId: written.recipientId, data: { _id: written.id } })
  if (hasDevice) void work.enqueue(pushNotices, { notificationIds: [written.id] })
}

/**
 * Puts notices into people's inboxes and tells their open apps, in the caller's transaction. Who muted the one who
 * caused it hears nothing.
 * @returns who has a new one.
 */
export async function notify(work: Work, notices: readonly Notice[]): Promise<Set<string>> {
  const now = work.clock.now()
  const meant = notices.filter((notice) => notice.recipientId !== notice.actorId)
  const written = await insertNotifications(work.db, meant.map(withDefaults), now)
  const told = new Set(written.map((row) => row.recipient_id))
  for (const { titleOfMany, actorId, recipientId, sourceEvent, said } of meant) {
    if (titleOfMany === undefined || actorId === null) continue
    const isJoined = await joinNotification(work.db, { sourceEvent, recipientId, actorId, said }, now)
    if (isJoined && !told.has(recipientId)) tellChanged(work, [recipientId])
  }
  for (const { id, recipient_id: recipientId } of written)
    work.publish(notificationCreated, { recipientId, data: { _id: id } })
  const notificationIds = written.flatMap(({ id, has_device: hasDevice }) => (hasDevice ? [id] : []))
  if (notificationIds.length > 0) await work.enqueue(pushNotices, { notificationIds })
  return told
}

/** Tells the open apps of some people that their inbox is not what it was: they load it anew. */
export function tellChanged(work: Pick<Work, 'publish'>, recipientIds: Iterable<string>): void {
  for (const recipientId of new Set(recipientIds))
    work.publish(notificationChanged, { recipientId, data: {} })
}

interface Pair {
  blockerId: string
  blockedId: string
}

/** Takes back what somebody was told of a person whom they blocked. */
export const retractBetween = ({ db, clock }: Work, { blockerId, blockedId }: Pair): Promise<void> =>
  retractNotificationsBetween(db, blockedId, blockerId, clock.now())

/** Across a block neither sees what the other caused, so both inboxes change with it. */
export async function tellPair(work: Work, { blockerId, blockedId }: Pair): Promise<void> {
  tellChanged(work, [blockerId, blockedId])
}

/** Empties somebody's inbox, and forgets what was wished of it. */
export async function emptyInboxOf(work: Work, { userId }: { userId: string }): Promise<void> {
  await retractAllOf(work.db, userId, work.clock.now())
  await deletePreference(work.db, userId)
  tellChanged(work, [userId])
}

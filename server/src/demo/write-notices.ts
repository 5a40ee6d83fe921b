import {
  changeNotification,
  insertBroadcast,
  insertNotifications,
  type NewNotification,
} from '../marketplace/notifications/public.ts'
import { hours, minutes } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'
import { newId } from '../platform/ids.ts'
import { knownIn, type PlannedListing, type PlannedPerson, type Town } from './plan.ts'
import type { Unread } from './write-conversations.ts'

interface Notice extends Omit<NewNotification, 'id' | 'recipientId' | 'titleOfMany' | 'imageUrl'> {
  recipient: PlannedPerson
  at: Date
  isRead: boolean
}

/** What everybody finds in the inbox, from the welcome to what waits to be read. */
export async function writeNotices(
  db: Db,
  town: Town,
  { unread, urlOf }: { unread: readonly Unread[]; urlOf: (listing: PlannedListing) => string },
): Promise<void> {
  const notices = [
    ...unread.map((one) => unreadNotice(one, town)),
    ...welcomes(town),
    ...savedNotices(town, urlOf),
    ...followNotices(town),
  ]
  for (const { recipient, at, isRead, ...notice } of notices) {
    const row = { ...notice, id: newId(), recipientId: recipient.id, titleOfMany: null, imageUrl: '' }
    await insertNotifications(db, [row], at)
    const reader = {
      id: recipient.id,
      kind: 'member',
      createdAt: recipient.joinedAt,
      isVerified: true,
    } as const
    if (isRead) await changeNotification(db, reader, row.id, 'read', new Date(at.getTime() + minutes(30)))
  }
  for (const { author, hoursAgo, ...broadcast } of town.content.broadcasts)
    await insertBroadcast(db, {
      ...broadcast,
      id: newId(),
      actorId: knownIn(town.people, author).id,
      iconUrl: '',
      imageUrl: '',
      action: null,
      audience: 'everyone',
      startsAt: new Date(town.now.getTime() - hours(hoursAgo)),
      expiresAt: null,
    })
}

const unreadNotice = (
  { roomId, seq, writer, reader, text, at }: Unread,
  { content: { notices } }: Town,
): Notice => ({
  recipient: reader,
  actorId: writer.id,
  reference: { model: 'chat_room', id: roomId },
  category: 'message',
  title: writer.name,
  message: text,
  postImage: '',
  action: {
    label: notices.written.button,
    actionType: 'navigate',
    payload: { screen: 'ChatRoom', id: roomId },
  },
  sourceEvent: `room:${roomId}:${seq}`,
  at,
  isRead: false,
})

const welcomes = ({ people, content: { notices } }: Town): Notice[] =>
  [...people.values()].map((person) => ({
    recipient: person,
    actorId: null,
    reference: { model: 'user', id: person.id },
    category: 'system',
    title: `${notices.welcome.title} ${person.name}`,
    message: notices.welcome.message,
    postImage: '',
    action: null,
    sourceEvent: `welcome:${person.id}`,
    at: person.joinedAt,
    isRead: true,
  }))

/** One notice a listing, by whoever saved it last. */
function savedNotices(
  { saves, now, content: { notices } }: Town,
  urlOf: (listing: PlannedListing) => string,
): Notice[] {
  const byListing = new Map(saves.map((save) => [save.listing.id, save]))
  return [...byListing.values()].map(({ listing, person, at }) => ({
    recipient: listing.seller,
    actorId: person.id,
    reference: { model: 'post', id: listing.id },
    category: 'favourite',
    title: notices.saved.title,
    message: listing.title,
    postImage: urlOf(listing),
    action: {
      label: notices.saved.button,
      actionType: 'navigate',
      payload: { screen: 'PostDetail', id: listing.id },
    },
    sourceEvent: `favourite:${listing.id}:${Math.floor(at.getTime() / hours(24))}`,
    at,
    isRead: now.getTime() - at.getTime() > hours(72),
  }))
}

/** One notice a person, by whoever followed them last. */
function followNotices({ follows, now, content: { notices } }: Town): Notice[] {
  const byFollowed = new Map(follows.map((follow) => [follow.followed.id, follow]))
  return [...byFollowed.values()].map(({ person, followed, at }) => ({
    recipient: followed,
    actorId: person.id,
    reference: { model: 'user', id: followed.id },
    category: 'follow',
    title: notices.followed.title,
    message: notices.followed.message,
    postImage: '',
    action: {
      label: notices.followed.button,
      actionType: 'navigate',
      payload: { screen: 'Followers', id: followed.id },
    },
    sourceEvent: `follow:${followed.id}:${at.toISOString()}`,
    at,
    isRead: now.getTime() - at.getTime() > hours(72),
  }))
}

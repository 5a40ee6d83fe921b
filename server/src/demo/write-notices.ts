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
    ...unread.map(unreadNotice),
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

const unreadNotice = ({ roomId, seq, writer, reader, text, at }: Unread): Notice => ({
  recipient: reader,
  actorId: writer.id,
  reference: { model: 'chat_room', id: roomId },
  category: 'message',
  title: writer.name,
  message: text,
  postImage: '',
  action: {
    label: { en: 'Reply', de: 'Antworten' },
    actionType: 'navigate',
    payload: { screen: 'ChatRoom', id: roomId },
  },
  sourceEvent: `room:${roomId}:${seq}`,
  at,
  isRead: false,
})

const welcomes = ({ people }: Town): Notice[] =>
  [...people.values()].map((person) => ({
    recipient: person,
    actorId: null,
    reference: { model: 'user', id: person.id },
    category: 'system',
    title: `Welcome, ${person.name}`,
    message: 'Look around, or publish your first listing.',
    postImage: '',
    action: null,
    sourceEvent: `welcome:${person.id}`,
    at: person.joinedAt,
    isRead: true,
  }))

/** One notice a listing, by whoever saved it last. */
function savedNotices({ saves, now }: Town, urlOf: (listing: PlannedListing) => string): Notice[] {
  const byListing = new Map(saves.map((save) => [save.listing.id, save]))
  return [...byListing.values()].map(({ listing, person, at }) => ({
    recipient: listing.seller,
    actorId: person.id,
    reference: { model: 'post', id: listing.id },
    category: 'favourite',
    title: 'Somebody saved your listing',
    message: listing.title,
    postImage: urlOf(listing),
    action: {
      label: { en: 'View', de: 'Ansehen' },
      actionType: 'navigate',
      payload: { screen: 'PostDetail', id: listing.id },
    },
    sourceEvent: `favourite:${listing.id}:${Math.floor(at.getTime() / hours(24))}`,
    at,
    isRead: now.getTime() - at.getTime() > hours(72),
  }))
}

/** One notice a person, by whoever followed them last. */
function followNotices({ follows, now }: Town): Notice[] {
  const byFollowed = new Map(follows.map((follow) => [follow.followed.id, follow]))
  return [...byFollowed.values()].map(({ person, followed, at }) => ({
    recipient: followed,
    actorId: person.id,
    reference: { model: 'user', id: followed.id },
    category: 'follow',
    title: 'Somebody follows you',
    message: 'Look who wants to know what you offer next.',
    postImage: '',
    action: {
      label: { en: 'Look', de: 'Ansehen' },
      actionType: 'navigate',
      payload: { screen: 'Followers', id: followed.id },
    },
    sourceEvent: `follow:${followed.id}:${at.toISOString()}`,
    at,
    isRead: now.getTime() - at.getTime() > hours(72),
  }))
}

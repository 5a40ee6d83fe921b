import { hours, minutes } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'
import { newId } from '../platform/ids.ts'
import { pictureUrl } from '../platform/media/uploads.ts'
import { insertAll } from './bulk.ts'
import { knownIn, type PlannedListing, type Save, type Town } from './plan.ts'
import type { Conversation } from './schemas.ts'

interface Writing {
  town: Town
  pictures: ReadonlyMap<string, string>
  publicUrl: string
}

export async function writeConversations(db: Db, writing: Writing): Promise<void> {
  const all = writing.town.content.conversations.map((conversation) => rowsOf(conversation, writing))
  const rooms = all.map(({ room }) => room)
  await insertAll(db, 'marketplace.chat_room', rooms)
  const members = all.flatMap((each) => each.members)
  await insertAll(db, 'marketplace.room_member', members)
  const messages = all.flatMap((each) => each.messages)
  await insertAll(db, 'marketplace.message', messages)
  const notices = all.flatMap((each) => each.notices)
  await insertAll(db, 'marketplace.notification', notices)
}

/** A room with its members, messages and the notice of what is unread, as the rows of their tables. */
function rowsOf(conversation: Conversation, { town, pictures, publicUrl }: Writing) {
  const { unread = 0 } = conversation
  const post = knownIn(town.listings, conversation.about)
  const buyer = knownIn(town.people, conversation.buyer)
  const people = { buyer, seller: post.seller }
  const roomId = newId()
  let at = town.now.getTime() - hours(conversation.hoursAgo)
  const messages = conversation.lines.map(({ minutesLater, from, text }, index) => {
    at += minutes(minutesLater)
    return {
      id: newId(),
      room_id: roomId,
      seq: index + 1,
      sender_id: people[from].id,
      text,
      created_at: new Date(at),
    }
  })
  const lastAt = new Date(at)
  const lastFrom = conversation.lines.at(-1)?.from
  const [writer, reader] = lastFrom === 'buyer' ? [buyer, post.seller] : [post.seller, buyer]
  const [lo, hi] = [buyer.id, post.seller.id].sort()
  const room = {
    id: roomId,
    version: messages.length,
    user_lo: lo,
    user_hi: hi,
    post_id: post.id,
    last_seq: messages.length,
    product_snapshot: snapshotOf(post, pictures, publicUrl),
    created_at: messages[0]?.created_at,
    updated_at: lastAt,
  }
  const members = [writer, reader].map((person) => ({
    room_id: roomId,
    user_id: person.id,
    last_read_seq: person === reader ? messages.length - unread : messages.length,
    last_activity_at: lastAt,
  }))
  const notices = messages.slice(messages.length - unread, messages.length - unread + 1).map((firstUnread) =>
    notice({
      recipient_id: reader.id,
      actor_id: writer.id,
      reference_model: 'chat_room',
      reference_id: roomId,
      category: 'message',
      title: writer.name,
      message: firstUnread.text,
      action: { label: 'Reply', actionType: 'navigate', payload: { screen: 'ChatRoom', id: roomId } },
      source_event: `room:${roomId}:${firstUnread.seq}`,
      created_at: firstUnread.created_at,
    }),
  )
  return { room, members, messages, notices }
}

const snapshotOf = (post: PlannedListing, pictures: Writing['pictures'], publicUrl: string) => ({
  product_id: post.id,
  post_owner_id: post.seller.id,
  title: post.title,
  price: post.price,
  currency: 'EUR',
  address: { place: post.seller.place, zip_code: post.seller.zipCode },
  media: {
    videoUrl: '',
    videoThumbnail: '',
    photoUrl: [pictureUrl(publicUrl, knownIn(pictures, post.id))],
  },
  isSold: post.state === 'sold',
})

interface NoticeRow {
  recipient_id: string
  actor_id: string | null
  reference_model: string
  reference_id: string
  category: string
  title: string
  message: string
  post_image?: string
  action?: object
  source_event: string
  created_at: Date
  is_read?: boolean
}

const notice = (row: NoticeRow) => ({
  id: newId(),
  version: row.is_read ? 1 : 0,
  post_image: '',
  action: null,
  ...row,
  is_read: row.is_read ?? false,
  read_at: row.is_read ? new Date(row.created_at.getTime() + minutes(30)) : null,
  updated_at: row.created_at,
})

const welcomes = ({ people }: Town) =>
  [...people.values()].map((person) =>
    notice({
      recipient_id: person.id,
      actor_id: null,
      reference_model: 'user',
      reference_id: person.id,
      category: 'system',
      title: `Welcome, ${person.name}`,
      message: 'Look around, or publish your first listing.',
      source_event: `welcome:${person.id}`,
      created_at: person.joinedAt,
      is_read: true,
    }),
  )

/** One notice a listing, by whoever saved it last. */
function savedNotices(saves: readonly Save[], { town, pictures, publicUrl }: Writing) {
  const byPost = new Map(saves.map((save) => [save.listing.id, save]))
  return [...byPost.values()].map(({ listing, person, at }) =>
    notice({
      recipient_id: listing.seller.id,
      actor_id: person.id,
      reference_model: 'post',
      reference_id: listing.id,
      category: 'favourite',
      title: 'Somebody saved your listing',
      message: listing.title,
      post_image: pictureUrl(publicUrl, knownIn(pictures, listing.id)),
      action: { label: 'View', actionType: 'navigate', payload: { screen: 'PostDetail', id: listing.id } },
      source_event: `favourite:${listing.id}:${Math.floor(at.getTime() / hours(24))}`,
      created_at: at,
      is_read: town.now.getTime() - at.getTime() > hours(72),
    }),
  )
}

export async function writeNotices(db: Db, saves: readonly Save[], writing: Writing): Promise<void> {
  const { content, people, now } = writing.town
  await insertAll(db, 'marketplace.notification', [
    ...welcomes(writing.town),
    ...savedNotices(saves, writing),
  ])
  const broadcasts = content.broadcasts.map(({ author, category, title, message, hoursAgo }) => ({
    id: newId(),
    actor_id: knownIn(people, author).id,
    category,
    title,
    message,
    created_at: new Date(now.getTime() - hours(hoursAgo)),
  }))
  await insertAll(db, 'marketplace.broadcast', broadcasts)
}

import { hours, minutes } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'
import { newId } from '../platform/ids.ts'
import { pictureUrl } from '../platform/media/uploads.ts'
import { insertAll } from './bulk.ts'
import { broadcast, type Conversation, conversations, favourites } from './conversations.ts'
import { known, type PlannedListing, placeOf, type Town } from './plan.ts'
import { minorOf, type Save } from './write-marketplace.ts'

interface Writing {
  town: Town
  pictures: ReadonlyMap<string, string>
  publicUrl: string
}

/** Saves at moments between a listing's publication and now. */
export function planSaves({ people, listings, random, now }: Town): Save[] {
  return Object.entries(favourites).flatMap(([key, titles]) =>
    titles.map((title) => {
      const post = known(listings.get(title), title)
      return {
        userId: known(people.get(key), key).id,
        postId: post.id,
        priceMinor: minorOf(post.price),
        at: new Date(random.between(post.publishedAt.getTime(), now.getTime())),
      }
    }),
  )
}

const isBuyers = (line: string) => line.startsWith('>')

/** A room with its members, messages and the notice of what is unread, as the rows of their tables. */
function rowsOf(conversation: Conversation, { town, pictures, publicUrl }: Writing) {
  const post = known(town.listings.get(conversation.about), conversation.about)
  const buyer = known(town.people.get(conversation.buyer), conversation.buyer)
  const seller = known(town.people.get(post.author), post.author)
  const roomId = newId()
  let at = town.now.getTime() - hours(conversation.hoursAgo)
  const messages = conversation.lines.map((line, index) => {
    at += minutes(town.random.between(2, 18))
    return {
      id: newId(),
      version: 0,
      room_id: roomId,
      seq: index + 1,
      sender_id: (isBuyers(line) ? buyer : seller).id,
      text: line.slice(1).trim(),
      media_ids: [],
      created_at: new Date(at),
    }
  })
  const last = known(messages.at(-1), 'message')
  const writer = last.sender_id === buyer.id ? buyer : seller
  const reader = writer === buyer ? seller : buyer
  const [lo, hi] = [buyer.id, seller.id].sort()
  const room = {
    id: roomId,
    version: messages.length,
    user_lo: lo,
    user_hi: hi,
    post_id: post.id,
    last_seq: last.seq,
    is_active: true,
    product_snapshot: snapshotOf(post, pictures, publicUrl),
    created_at: messages[0]?.created_at ?? last.created_at,
    updated_at: last.created_at,
  }
  const members = [writer, reader].map((person) => ({
    room_id: roomId,
    user_id: person.id,
    last_read_seq: person === reader ? last.seq - conversation.unread : last.seq,
    last_activity_at: last.created_at,
  }))
  const firstUnread = messages.at(-conversation.unread)
  const notices =
    conversation.unread === 0 || !firstUnread
      ? []
      : [
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
        ]
  return { room, members, messages, notices }
}

const snapshotOf = (post: PlannedListing, pictures: Writing['pictures'], publicUrl: string) => {
  const picture = pictures.get(post.id)
  return {
    product_id: post.id,
    post_owner_id: post.authorId,
    title: post.title,
    price: post.price,
    currency: 'EUR',
    address: { place: placeOf(post.quarter), zip_code: post.zip },
    media: { videoUrl: '', videoThumbnail: '', photoUrl: picture ? [pictureUrl(publicUrl, picture)] : [] },
    isSold: post.state === 'sold',
  }
}

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
  icon_url: '',
  image_url: '',
  action: null,
  is_dismissed: false,
  was_read: false,
  ...row,
  is_read: row.is_read ?? false,
  read_at: row.is_read ? new Date(row.created_at.getTime() + minutes(30)) : null,
  updated_at: row.created_at,
})

const welcome = ({ people }: Town) =>
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
  const byPost = new Map(saves.map((save) => [save.postId, save]))
  return [...town.listings.values()].flatMap((post) => {
    const save = byPost.get(post.id)
    const picture = pictures.get(post.id)
    if (!save) return []
    return notice({
      recipient_id: post.authorId,
      actor_id: save.userId,
      reference_model: 'post',
      reference_id: post.id,
      category: 'favourite',
      title: 'Somebody saved your listing',
      message: post.title,
      post_image: picture ? pictureUrl(publicUrl, picture) : '',
      action: { label: 'View', actionType: 'navigate', payload: { screen: 'PostDetail', id: post.id } },
      source_event: `favourite:${post.id}:${Math.floor(save.at.getTime() / hours(24))}`,
      created_at: save.at,
      is_read: town.now.getTime() - save.at.getTime() > hours(72),
    })
  })
}

export async function writeConversations(db: Db, writing: Writing): Promise<void> {
  const all = conversations.map((conversation) => rowsOf(conversation, writing))
  await insertAll(
    db,
    'marketplace.chat_room',
    all.map(({ room }) => room),
  )
  await insertAll(
    db,
    'marketplace.room_member',
    all.flatMap(({ members }) => members),
  )
  await insertAll(
    db,
    'marketplace.message',
    all.flatMap(({ messages }) => messages),
  )
  await insertAll(
    db,
    'marketplace.notification',
    all.flatMap(({ notices }) => notices),
  )
}

export async function writeNotices(db: Db, saves: readonly Save[], writing: Writing): Promise<void> {
  const { town } = writing
  await insertAll(db, 'marketplace.notification', [...welcome(town), ...savedNotices(saves, writing)])
  await insertAll(db, 'marketplace.broadcast', [
    {
      id: newId(),
      actor_id: known(town.people.get('admin'), 'admin').id,
      category: 'breaking_news',
      ...broadcast,
      icon_url: '',
      image_url: '',
      created_at: new Date(town.now.getTime() - hours(26)),
    },
  ])
}

import { appendMessage, insertRoom, markRead, pairOf } from '../marketplace/chat/public.ts'
import { hours, minutes } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'
import { newId } from '../platform/ids.ts'
import { knownIn, type PlannedListing, type PlannedPerson, type Town } from './plan.ts'
import type { Conversation } from './schemas.ts'
import { currency } from './write-marketplace.ts'

/** The first message of a room that its reader has not seen. */
export interface Unread {
  roomId: string
  seq: number
  writer: PlannedPerson
  reader: PlannedPerson
  text: string
  at: Date
}

/** Holds the conversations again, line by line. @returns what is left to read. */
export async function writeConversations(
  db: Db,
  town: Town,
  urlOf: (listing: PlannedListing) => string,
): Promise<Unread[]> {
  const unread: Unread[] = []
  for (const conversation of town.content.conversations)
    unread.push(...(await hold(db, conversation, town, urlOf)))
  return unread
}

async function hold(
  db: Db,
  conversation: Conversation,
  town: Town,
  urlOf: (listing: PlannedListing) => string,
): Promise<Unread[]> {
  const listing = knownIn(town.listings, conversation.about)
  const buyer = knownIn(town.people, conversation.buyer)
  const messages = messagesOf(conversation, { buyer, seller: listing.seller }, town.now)
  const [first] = messages
  if (!first) return []
  const roomId = newId()
  await insertRoom(db, {
    id: roomId,
    pair: pairOf(buyer.id, listing.seller.id),
    postId: listing.id,
    snapshot: snapshotOf(listing, urlOf(listing)),
    at: first.at,
    ...(conversation.isRequest ? { held: { userId: listing.seller.id, request: 'filtered' as const } } : {}),
  })
  for (const { seq, writer, reader, text, at, isSeen } of messages) {
    const words = { id: newId(), room_id: roomId, sender_id: writer.id, text, created_at: at }
    const rest = { media_ids: [], meetup: null, reply_to: null, client_message_id: null }
    await appendMessage(db, { ...words, ...rest })
    for (const { id: readerId } of isSeen ? [writer, reader] : [writer])
      await markRead(db, { roomId, readerId, seq })
  }
  if (conversation.isRequest) return []
  const unread = messages.find(({ isSeen }) => !isSeen)
  return unread ? [{ roomId, ...unread }] : []
}

function messagesOf(
  { hoursAgo, lines, unread = 0 }: Conversation,
  { buyer, seller }: { buyer: PlannedPerson; seller: PlannedPerson },
  now: Date,
) {
  let at = now.getTime() - hours(hoursAgo)
  return lines.map(({ minutesLater, from, text }, index) => {
    at += minutes(minutesLater)
    const [writer, reader] = from === 'buyer' ? [buyer, seller] : [seller, buyer]
    return { seq: index + 1, writer, reader, text, at: new Date(at), isSeen: index < lines.length - unread }
  })
}

const snapshotOf = (listing: PlannedListing, photoUrl: string) => ({
  product_id: listing.id,
  post_owner_id: listing.seller.id,
  title: listing.title,
  price: listing.price,
  currency,
  address: { place: listing.seller.place, zip_code: listing.seller.zipCode },
  media: { videoUrl: '', videoThumbnail: '', photoUrl: [photoUrl] },
  isSold: listing.state === 'sold',
})

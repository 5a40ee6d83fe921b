import { appendMessage, insertRoom, markSeen, pairOf } from '../marketplace/chat/public.ts'
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
  { about, buyer: buyerKey, hoursAgo, unread = 0, lines }: Conversation,
  town: Town,
  urlOf: (listing: PlannedListing) => string,
): Promise<Unread[]> {
  const listing = knownIn(town.listings, about)
  const people = { buyer: knownIn(town.people, buyerKey), seller: listing.seller }
  let at = town.now.getTime() - hours(hoursAgo)
  const messages = lines.map(({ minutesLater, from, text }, index) => {
    at += minutes(minutesLater)
    const [writer, reader] = from === 'buyer' ? [people.buyer, people.seller] : [people.seller, people.buyer]
    return { seq: index + 1, writer, reader, text, at: new Date(at) }
  })
  const roomId = newId()
  const pair = pairOf(people.buyer.id, people.seller.id)
  const snapshot = snapshotOf(listing, urlOf(listing))
  const [first] = messages
  if (!first) return []
  await insertRoom(db, { id: roomId, pair, postId: listing.id, snapshot, at: first.at })
  const isSeen = (seq: number) => seq <= lines.length - unread
  for (const { seq, writer, reader, text, at } of messages) {
    const room = { id: roomId, peer_id: reader.id, last_seq: seq - 1, is_active: true }
    const rest = { mediaIds: [], meetup: null, replyTo: null, clientMessageId: null }
    await appendMessage(db, room, { id: newId(), senderId: writer.id, text, ...rest }, at)
    await markSeen(db, roomId, writer.id, seq)
    if (isSeen(seq)) await markSeen(db, roomId, reader.id, seq)
  }
  return messages
    .filter(({ seq }) => !isSeen(seq))
    .slice(0, 1)
    .map((message) => ({ roomId, ...message }))
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

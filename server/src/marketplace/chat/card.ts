import type { Static } from 'typebox'
import { cardOf, fill, hole, ownAddress } from '../../platform/operation/card.ts'
import type { Json } from '../../platform/operation/json.ts'
import { type ProductDetails, presentProductDetails } from '../posts/public.ts'
import { isGone, nameOf } from './names.ts'
import type { RoomRow, RoomSource } from './queries.ts'
import type { ChatRoomRecord, Participant } from './shapes.ts'

/*
 * Of a chat each of the two keeps a card: what it shows but for the people, who are read anew each time, and
 * for what moves with every message. Of the last message the row keeps the text, `last_message_text` of the migrations.
 */

/** What a card leaves open, in the order of its holes. */
const holes = [
  'own',
  'peerName',
  'peerPhoto',
  'isOnline',
  'lastMessage',
  'isActive',
  'updatedAt',
  'isAvailable',
  'unreadCount',
  'isMuted',
] as const
type Hole = (typeof holes)[number]
const open = <Value>(name: Hole): Value => hole<Value>(holes.indexOf(name))

type Room = Static<typeof ChatRoomRecord>

const noMedia = { videoUrl: '', videoThumbnail: '', photoUrl: [] }

/** Of what was taken down neither words nor pictures nor place. */
const nothing = {
  title: '',
  address: { place: '', zip_code: '' },
  media: noMedia,
  is_available: false,
}

/** With its names in the order in which replies are written. */
const ordered = ({
  product_id,
  post_owner_id,
  title,
  price,
  currency,
  address: { place, zip_code },
  media: { videoUrl, videoThumbnail, photoUrl },
  isSold,
}: Static<typeof ProductDetails>): Static<typeof ProductDetails> => ({
  product_id,
  post_owner_id,
  title,
  price,
  currency,
  address: { place, zip_code },
  media: { videoUrl, videoThumbnail, photoUrl },
  isSold,
})

/** The listing as it is; as it was when the chat began across a block, or once nothing is left of it. */
function productOf({ product, product_before, ...room }: RoomSource): Room['productDetails'] {
  if (room.post_id === null) return null
  const isOwn = product?.author_id === room.viewer_id
  const before = product_before && ordered(product_before)
  const now = product && ordered(presentProductDetails(product, ownAddress))
  const isDeleted = product?.status === 'deleted'
  if (product?.is_taken_down && now && !(isOwn && !isDeleted)) return { ...(before ?? now), ...nothing }
  // The pictures went with it.
  if (isDeleted && now) return { ...(before ?? now), media: noMedia, is_available: false }
  if (!now || (room.blocked_by !== null && !isOwn)) return before && { ...before, is_available: false }
  if (!product.is_public || product.status === 'closed') return { ...now, is_available: false }
  return isOwn ? now : { ...now, is_available: open('isAvailable') }
}

/** What may be absent: its hole takes the name along. */
const maybeAbsent: Readonly<Record<string, Hole>> = { is_online: 'isOnline', is_available: 'isAvailable' }

export function cardOfRoom(source: RoomSource): string {
  const isBlocked = source.blocked_by !== null
  const room: Room = {
    _id: source.id,
    participants: [
      open('own'),
      {
        _id: source.peer_id,
        name: open('peerName'),
        profile_photo_url: open('peerPhoto'),
        ...(isBlocked ? {} : { is_online: open('isOnline') }),
      },
    ],
    lastMessage: open('lastMessage'),
    is_blocked: isBlocked,
    is_active: source.is_active && open('isActive'),
    createdAt: source.created_at,
    updatedAt: open('updatedAt'),
    productDetails: productOf(source),
    unread_count: open('unreadCount'),
    muted: open('isMuted'),
    // What may be absent stands last, as replies are written.
    ...(source.blocked_by === null ? {} : { blocked_by: source.blocked_by }),
  }
  let card = cardOf(room)
  for (const [name, what] of Object.entries(maybeAbsent))
    card = card.replace(`,"${name}":${open(what)}`, open<string>(what))
  return card
}

const isOnlineText = (isOnline: boolean) => (isOnline ? ('true' as const) : ('false' as const))

/** A chat as it stands in the list of `viewerId`. */
export function presentRoom(row: RoomRow, viewerId: string, publicUrl: string): Json<Room> {
  const own: Static<typeof Participant> = {
    _id: viewerId,
    name: row.own_name,
    profile_photo_url: row.own_photo_url,
    ...(row.own_is_online === null ? {} : { is_online: isOnlineText(row.own_is_online) }),
  }
  const isPeerGone = isGone(row.peer_status)
  const isPeerActive = row.peer_status === 'active'
  const peerName = JSON.stringify(nameOf({ name: row.peer_name, status: row.peer_status }, row.own_language))
  const sender = row.is_last_own ? JSON.stringify(row.own_name) : peerName
  const card = row.card ?? (row.source && cardOfRoom(row.source))
  if (card === null) throw new Error('a chat has neither card nor source')
  const values: Record<Hole, string> = {
    own: JSON.stringify(own),
    peerName,
    peerPhoto: isPeerGone ? 'null' : JSON.stringify(row.peer_photo_url),
    isOnline: row.peer_is_online === null ? '' : `,"is_online":"${isOnlineText(row.peer_is_online)}"`,
    lastMessage: fill(row.last_message, publicUrl, [sender, String(row.is_last_seen)]).text,
    isActive: String(!isPeerGone),
    updatedAt: `"${row.updated_at}"`,
    isAvailable: isPeerActive ? '' : ',"is_available":false',
    unreadCount: String(row.unread_count),
    isMuted: String(row.is_muted === true),
  }
  return fill(
    card,
    publicUrl,
    holes.map((name) => values[name]),
  )
}

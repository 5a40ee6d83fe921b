import { type Static, Type } from 'typebox'
import { minutes } from '../../platform/clock.ts'
import { pictureUrl } from '../../platform/media/uploads.ts'
import { Id, Nullable, OneOf, Timestamp } from '../../platform/operation/schema.ts'
import { ProductDetails, type ProductRow, presentProductDetails } from '../posts/public.ts'
import { hintKinds, hintsIn } from '../trust/public.ts'
import type { Meetup, MessageRow, RoomRow } from './queries.ts'

const Participant = Type.Object(
  {
    _id: Id,
    name: Type.String(),
    profile_photo_url: Nullable(Type.String()),
    is_online: Type.Optional(
      OneOf(['true', 'false'], { description: 'absent when it is unknown or not for you to see' }),
    ),
  },
  { title: 'ChatParticipant' },
)

const MessageStatus = Type.Object({ isSeen: Type.Boolean() })

/** The record of the interface specification, section 2.2; `unread_count` and `muted` are added. */
export const ChatRoomRecord = Type.Object(
  {
    _id: Id,
    participants: Type.Array(Participant, { minItems: 2, maxItems: 2 }),
    lastMessage: Type.Object({
      _id: Type.Optional(Id),
      messageText: Type.Optional(Type.String()),
      userId: Type.Optional(Id),
      name: Type.Optional(Type.String()),
      message_status: MessageStatus,
      createdAt: Timestamp,
    }),
    is_blocked: Type.Boolean(),
    blocked_by: Type.Optional(Id),
    is_active: Type.Boolean(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    productDetails: Nullable(
      Type.Object({
        ...ProductDetails.properties,
        is_available: Type.Optional(
          Type.Boolean({
            description: 'false when the listing cannot be seen any more, and this is what it was',
          }),
        ),
      }),
    ),
    unread_count: Type.Integer(),
    muted: Type.Boolean(),
  },
  { title: 'ChatRoomRecord' },
)

/** A message; of a deleted one nothing is left but its place. */
export const MessageRecord = Type.Object(
  {
    _id: Id,
    chatroom_id: Id,
    seq: Type.Integer({ description: 'counts the messages of the chat from 1, without gaps' }),
    messageText: Type.Optional(Type.String()),
    userId: Id,
    name: Type.String(),
    message_status: MessageStatus,
    media: Type.Array(Type.Object({ upload_id: Id, url: Type.String() })),
    meetup: Nullable(
      Type.Object({
        place: Type.String(),
        at: Timestamp,
        location: Nullable(
          Type.Object({ type: Type.String(), coordinates: Type.Array(Type.Number(), { maxItems: 2 }) }),
        ),
      }),
    ),
    reply_to: Nullable(Id),
    client_message_id: Nullable(Type.String()),
    hints: Type.Array(OneOf(hintKinds)),
    is_deleted: Type.Boolean(),
    createdAt: Timestamp,
  },
  { title: 'MessageRecord' },
)

export const BlockStatus = Type.Object(
  {
    chatroom_id: Id,
    is_blocked: Type.Boolean(),
    blocked_by: Type.Optional(Id),
    blocked_by_me: Type.Boolean(),
    can_unblock: Type.Boolean(),
  },
  { title: 'ChatBlockStatus' },
)

const onlineFor = minutes(5)
const isActive = ({ status }: { status: string }) => status === 'active'
const formerName = 'Deleted user'
const isGone = (status: string) => status === 'pending_deletion' || status === 'deleted'
const nameOf = (person: { name: string; status: string }) =>
  isGone(person.status) ? formerName : person.name

export interface Viewing {
  viewerId: string
  now: Date
  publicUrl: string
}

function presentParticipant(
  person: RoomRow['participants'][number],
  isBlocked: boolean,
  { viewerId, now }: Viewing,
): Static<typeof Participant> {
  const isHidden = person.id !== viewerId && (isBlocked || !person.shows_online || !isActive(person))
  const seenAt = person.seen_at === null ? null : new Date(person.seen_at)
  return {
    _id: person.id,
    name: nameOf(person),
    profile_photo_url: isGone(person.status) ? null : person.profile_photo_url,
    ...(seenAt && !isHidden
      ? { is_online: now.getTime() - seenAt.getTime() < onlineFor ? 'true' : ('false' as const) }
      : {}),
  }
}

const unavailable = ['hidden', 'rejected', 'soft_deleted', 'deleted']

/** The listing as it is or last was; as it was when the chat began once nothing is left of it. */
function presentProduct(row: RoomRow, product: ProductRow | undefined, { publicUrl }: Viewing) {
  if (row.post_id === null) return null
  if (!product) return row.product_snapshot && { ...row.product_snapshot, is_available: false }
  const owner = row.participants.find(({ id }) => id === product.author_id)
  const isAvailable = owner && isActive(owner) && !unavailable.includes(product.status)
  return { ...presentProductDetails(product, publicUrl), ...(isAvailable ? {} : { is_available: false }) }
}

export function presentRoom(
  row: RoomRow,
  product: ProductRow | undefined,
  viewing: Viewing,
): Static<typeof ChatRoomRecord> {
  const isBlocked = row.blocked_by !== null
  const last = row.last_message
  return {
    _id: row.id,
    participants: row.participants.map((person) => presentParticipant(person, isBlocked, viewing)),
    lastMessage: last
      ? {
          _id: last.id,
          messageText: last.text,
          userId: last.sender_id,
          name: nameOf({ name: last.sender_name, status: last.sender_status }),
          message_status: { isSeen: last.is_seen },
          createdAt: new Date(last.created_at).toISOString(),
        }
      : { message_status: { isSeen: true }, createdAt: row.created_at.toISOString() },
    is_blocked: isBlocked,
    ...(row.blocked_by === null ? {} : { blocked_by: row.blocked_by }),
    is_active: row.is_active && !row.participants.some(({ status }) => isGone(status)),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    productDetails: presentProduct(row, product, viewing),
    unread_count: row.unread_count,
    muted: row.muted_until !== null && row.muted_until > viewing.now,
  }
}

const presentMeetup = ({ place, at, point }: Meetup) => ({
  place,
  at,
  location: point && { type: 'Point', coordinates: [point.longitude, point.latitude] },
})

export function presentMessage(row: MessageRow, publicUrl: string): Static<typeof MessageRecord> {
  const isDeleted = row.deleted_at !== null
  return {
    _id: row.id,
    chatroom_id: row.room_id,
    seq: row.seq,
    ...(isDeleted ? {} : { messageText: row.text }),
    userId: row.sender_id,
    name: nameOf({ name: row.sender_name, status: row.sender_status }),
    message_status: { isSeen: row.is_seen },
    media: isDeleted ? [] : row.media_ids.map((id) => ({ upload_id: id, url: pictureUrl(publicUrl, id) })),
    meetup: row.meetup && presentMeetup(row.meetup),
    reply_to: row.reply_to,
    client_message_id: row.client_message_id,
    hints: isDeleted ? [] : hintsIn(`${row.text}\n${row.meetup?.place ?? ''}`),
    is_deleted: isDeleted,
    createdAt: row.created_at.toISOString(),
  }
}

/** The block between two people as one of them sees it; the earlier of two blocks names the blocker. */
export const presentBlockStatus = (
  roomId: string,
  blockers: readonly string[],
  callerId: string,
): Static<typeof BlockStatus> => ({
  chatroom_id: roomId,
  is_blocked: blockers.length > 0,
  ...(blockers[0] === undefined ? {} : { blocked_by: blockers[0] }),
  blocked_by_me: blockers.includes(callerId),
  can_unblock: blockers.includes(callerId),
})

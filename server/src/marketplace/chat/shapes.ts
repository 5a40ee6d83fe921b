import { type Static, Type } from 'typebox'
import { pictureUrl } from '../../platform/media/uploads.ts'
import { Id, Nullable, OneOf, Shown, Timestamp } from '../../platform/operation/schema.ts'
import { ProductDetails } from '../posts/public.ts'
import { hintKinds, hintsIn } from '../trust/public.ts'
import { nameOf } from './names.ts'
import { OfferShown, presentShownOffer } from './offer-shown.ts'
import type { Meetup, MessageRow } from './queries.ts'

export const Participant = Type.Object(
  {
    _id: Id,
    name: Shown('Ada Lovelace'),
    profile_photo_url: Nullable(Shown('https://plaza.example/files/0197b3a1-9c40/640.webp')),
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
      messageText: Type.Optional(Shown('Is it still there?')),
      userId: Type.Optional(Id),
      name: Type.Optional(Shown('Ada Lovelace')),
      is_offer: Type.Optional(Type.Boolean({ description: 'true where it offers a price; else absent' })),
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
            description:
              'false when the listing was closed or cannot be seen any more; of one that is gone this is what it was when the chat began, without its pictures, and empty where it was taken down',
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
    kind: OneOf(['text', 'media', 'meetup', 'offer']),
    messageText: Type.Optional(Shown('Is it still there?')),
    userId: Id,
    name: Shown('Ada Lovelace'),
    message_status: MessageStatus,
    media: Type.Array(
      Type.Object({ upload_id: Id, url: Shown('https://plaza.example/files/0197b3a1-9c40') }),
    ),
    meetup: Nullable(
      Type.Object({
        place: Shown('Old Town'),
        at: Timestamp,
        location: Nullable(
          Type.Object({ type: Shown('Point'), coordinates: Type.Array(Type.Number(), { maxItems: 2 }) }),
        ),
      }),
    ),
    offer: Nullable(OfferShown, 'the offer that was made with it, as it stands'),
    reply_to: Nullable(Id),
    client_message_id: Nullable(Shown('c0ffee-0001'), 'of your own'),
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

const presentMeetup = ({ place, at, point }: Meetup) => ({
  place,
  at,
  location: point && { type: 'Point', coordinates: [point.longitude, point.latitude] },
})

const kindOf = ({ offer, meetup, media_ids }: MessageRow): Static<typeof MessageRecord>['kind'] =>
  offer ? 'offer' : meetup ? 'meetup' : media_ids.length > 0 ? 'media' : 'text'

interface Looking {
  viewerId: string
  publicUrl: string
  /** Decides what of an offer is over. */
  now: Date
}

export function presentMessage(
  row: MessageRow,
  { viewerId, publicUrl, now }: Looking,
): Static<typeof MessageRecord> {
  const isDeleted = row.deleted_at !== null
  return {
    _id: row.id,
    chatroom_id: row.room_id,
    seq: row.seq,
    kind: isDeleted ? 'text' : kindOf(row),
    ...(isDeleted ? {} : { messageText: row.text }),
    userId: row.sender_id,
    name: nameOf({ name: row.sender_name, status: row.sender_status }, row.reader_language ?? ''),
    message_status: { isSeen: row.is_seen },
    media: isDeleted ? [] : row.media_ids.map((id) => ({ upload_id: id, url: pictureUrl(publicUrl, id) })),
    meetup: row.meetup && presentMeetup(row.meetup),
    offer: isDeleted ? null : row.offer && presentShownOffer(row.offer, now),
    reply_to: row.reply_to,
    // Two apps may count alike, and would take the other one's message for their own.
    client_message_id: row.sender_id === viewerId ? row.client_message_id : null,
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

import { type RawBuilder, sql } from 'kysely'
import type { Static } from 'typebox'
import { minutes } from '../../platform/clock.ts'
import { type Db, isOneOf } from '../../platform/db/database.ts'
import { type Order, orderedBy } from '../../platform/operation/order.ts'
import type { Key } from '../../platform/operation/page.ts'
import { hasDevice } from '../devices/public.ts'
import {
  mutesKind,
  type StandingNotification,
  type StrangerPolicy,
  standingNotification,
  strangerPolicyOf,
} from '../notifications/public.ts'
import { isPublic, isTakenDown, type ProductDetails, type ProductRow } from '../posts/public.ts'
import { hasAccount, hasMuted, holdPair, isVisible } from '../users/public.ts'
import type { StoredOffer } from './offer-shown.ts'

/**
 * What became of a chat for one of its two. It stands in their list like any other, was begun by a stranger and waits apart
 * (`filtered`), is never shown to them (`dropped`), or is `held`: they never answered it, and the reach of the other is
 * limited for now, which a trigger looks after.
 */
export type Request = 'none' | 'filtered' | 'dropped' | 'held'

/** What a chat's card is made of, for one of its two people. */
export interface RoomSource {
  id: string
  viewer_id: string
  peer_id: string
  is_active: boolean
  /** ISO text, since all of it is read as JSON. */
  created_at: string
  blocked_by: string | null
  post_id: string | null
  product: ProductRow | null
  /** The listing when the chat began. */
  product_before: Static<typeof ProductDetails> | null
}

/** A chat in somebody's list. */
export interface RoomRow {
  id: string
  /** Null where it is out of date; then there is the source. */
  card: string | null
  source: RoomSource | null
  last_message: string
  is_last_own: boolean
  is_last_seen: boolean
  unread_count: number
  is_muted: boolean | null
  /** ISO text. */
  updated_at: string
  own_name: string
  own_photo_url: string | null
  own_language: string
  /** Null where it is not known. */
  own_is_online: boolean | null
  peer_name: string
  peer_status: string
  peer_photo_url: string | null
  /** Null where it is not known, or not for others to see. */
  peer_is_online: boolean | null
}

/** One chat, with how far its reader has read. */
export interface OpenRoomRow extends RoomRow {
  last_seq: number
  last_read_seq: number
  seen_seq: number
}

const onlineFor = minutes(5)

const isoText = (at: string) =>
  sql`to_char(${sql.ref(at)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Whether one of the two of a room `r` blocked the other. */
const isBlockOfRoom = sql<boolean>`(
  (b.blocker_id = r.user_lo and b.blocked_id = r.user_hi) or (b.blocker_id = r.user_hi and b.blocked_id = r.user_lo))`

/** What the card of a row `me` of `room_member` is made of. */
export const sourceOfCard = sql<RoomSource>`(
  select jsonb_build_object('id', r.id, 'viewer_id', me.user_id, 'peer_id', me.peer_id, 'is_active', r.is_active,
    'created_at', ${isoText('r.created_at')}, 'post_id', r.post_id, 'product_before', r.product_snapshot,
    'blocked_by', (
      select b.blocker_id from marketplace.block b where ${isBlockOfRoom} order by b.created_at, b.blocker_id limit 1),
    'product', (
      select jsonb_build_object('id', p.id, 'author_id', p.author_id, 'title', p.title, 'price_minor', p.price_minor,
        'currency', p.currency, 'place', p.place, 'zip_code', p.zip_code, 'photo_ids', p.photo_ids, 'video_url', p.video_url,
        'video_thumbnail', p.video_thumbnail, 'is_sold', p.status = 'sold', 'is_public', ${isPublic},
        'is_taken_down', ${isTakenDown}, 'status', p.status)
      from marketplace.post p where p.id = r.post_id))
  from marketplace.chat_room r where r.id = me.room_id)`

/** Rooms as one participant sees them. The people are read anew, so that nothing of them can be out of date. */
function rooms(viewerId: string, now: Date, members: RawBuilder<unknown>, more = sql``): RawBuilder<RoomRow> {
  const seenSince = new Date(now.getTime() - onlineFor)
  return sql<RoomRow>`
    select me.room_id as id, me.card, case when me.card is null then ${sourceOfCard} end as source, me.last_message, me.is_last_own,
      me.last_seq <= case when me.is_last_own then me.peer_seen_seq else me.seen_seq end as is_last_seen,
      me.unread_count, me.muted_until > ${now} as is_muted,
      ${isoText('me.last_activity_at')} as updated_at,
      own.name as own_name, own.profile_photo_url as own_photo_url, own.language as own_language, here.seen_at > ${seenSince} as own_is_online,
      peer.name as peer_name, peer.status as peer_status, peer.profile_photo_url as peer_photo_url,
      case when peer.shows_online and peer.status = 'active' then there.seen_at > ${seenSince} end as peer_is_online ${more}
    from (${members}) me
    join marketplace.users peer on peer.id = me.peer_id
    left join marketplace.presence there on there.user_id = me.peer_id
    cross join (marketplace.users own left join marketplace.presence here on here.user_id = own.id)
    where own.id = ${viewerId}`
}

/** The last active first. */
export const lastActive = orderedBy<RoomRow>(
  'desc',
  ['me.last_activity_at', 'timestamptz', 'updated_at'],
  ['me.room_id', 'uuid', 'id'],
)

export async function selectRooms(
  db: Db,
  viewerId: string,
  page: { now: Date; after: Key | undefined; limit: number },
  request: Request = 'none',
): Promise<RoomRow[]> {
  const members = sql`
    select me.* from marketplace.room_member me
    where me.user_id = ${viewerId} and me.request = ${sql.lit(request)} and ${lastActive.isPast(page.after)}
      and ${request === 'none' ? sql`true` : isVisible(viewerId, 'me.peer_id')}
    order by ${lastActive.by} limit ${page.limit}`
  const { rows } = await sql<RoomRow>`
    ${rooms(viewerId, page.now, members)} order by ${lastActive.by}`.execute(db)
  return rows
}

/** @returns undefined when it is no room of theirs. */
export async function selectRoom(
  db: Db,
  id: string,
  viewerId: string,
  now: Date,
): Promise<OpenRoomRow | undefined> {
  const member = sql`select * from marketplace.room_member where room_id = ${id} and user_id = ${viewerId}`
  const read = sql`, me.last_seq, me.last_read_seq, me.seen_seq`
  const { rows } = await sql<OpenRoomRow>`${rooms(viewerId, now, member, read)}`.execute(db)
  return rows[0]
}

export interface Pair {
  lo: string
  hi: string
}

export const pairOf = (a: string, b: string): Pair => (a < b ? { lo: a, hi: b } : { lo: b, hi: a })

export async function findRoomOfPair(
  db: Db,
  { lo, hi }: Pair,
  postId: string | null,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from marketplace.chat_room
    where user_lo = ${lo} and user_hi = ${hi}
      and coalesce(post_id, '00000000-0000-0000-0000-000000000000') = coalesce(${postId}::uuid, '00000000-0000-0000-0000-000000000000')`.execute(
    db,
  )
  return rows[0]?.id
}

/**
 * Waits for changes of a listing that are under way, and has later ones wait: a chat that begins shows it as it
 * is, and whoever changes it finds the chat.
 */
export async function holdListing(db: Db, postId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtextextended('chats about ' || ${postId}::text, 0))`.execute(
    db,
  )
}

/** @param room with the cards of the lower and the higher of the pair, or without: then they are made later. */
export async function insertRoom(
  db: Db,
  room: {
    id: string
    pair: Pair
    postId: string | null
    snapshot: object | null
    at: Date
    cards?: readonly [string, string]
    /** Whose list does not have it, and in which way. */
    held?: { userId: string; request: Request }
  },
): Promise<void> {
  const { lo, hi } = room.pair
  const [cardOfLo = null, cardOfHi = null] = room.cards ?? []
  await sql`
    with room as (
      insert into marketplace.chat_room (id, user_lo, user_hi, post_id, product_snapshot, created_at, updated_at)
      values (${room.id}, ${lo}, ${hi}, ${room.postId}, ${room.snapshot && JSON.stringify(room.snapshot)}::jsonb, ${room.at}, ${room.at})
      returning id, created_at
    )
    insert into marketplace.room_member (room_id, user_id, peer_id, last_activity_at, last_message, card, request)
    select room.id, member.user_id, member.peer_id, room.created_at, marketplace.no_message_text(room.created_at), member.card,
      case when member.user_id = ${room.held?.userId ?? null}::uuid then ${room.held?.request ?? 'none'} else 'none' end
    from room, (values (${lo}::uuid, ${hi}::uuid, ${cardOfLo}::text), (${hi}, ${lo}, ${cardOfHi})) as member (user_id, peer_id, card)`.execute(
    db,
  )
}

export interface Room {
  id: string
  peer_id: string
}

const roomOf = (callerId: string) =>
  sql`r.id, case when r.user_lo = ${callerId}::uuid then r.user_hi else r.user_lo end as peer_id`

/** The caller's room, without a lock. */
export async function findRoom(db: Db, id: string, callerId: string): Promise<Room | undefined> {
  const { rows } = await sql<Room>`
    select ${roomOf(callerId)} from marketplace.chat_room r
    where r.id = ${id} and ${callerId}::uuid in (r.user_lo, r.user_hi)`.execute(db)
  return rows[0]
}

/**
 * The caller's room, locked: messages, readings and deletions of a room happen one after another,
 * which makes `seq` gapless, and none while its people are being parted. Ask who blocked whom in a
 * later statement, which sees what the transaction waited for.
 */
export async function lockRoom(db: Db, id: string, callerId: string): Promise<Room | undefined> {
  const { rows } = await sql<Room>`
    select ${roomOf(callerId)}, ${holdPair('r.user_lo', 'r.user_hi')} as held from marketplace.chat_room r
    where r.id = ${id} and ${callerId}::uuid in (r.user_lo, r.user_hi) for update of r`.execute(db)
  return rows[0]
}

/**
 * What a person wants done with a chat that somebody begins with them: whoever looks after the marketplace, whom they
 * follow, with whom they dealt, or have a chat, is no stranger. A stranger whose reach is limited waits, whatever they want.
 */
export async function findRequest(db: Db, userId: string, beginnerId: string): Promise<Request> {
  const { rows } = await sql<{ policy: StrangerPolicy; isKnown: boolean; isLimited: boolean }>`
    select ${strangerPolicyOf(sql`${userId}::uuid`)} as policy,
      exists (select from marketplace.users u where u.id = ${beginnerId} and u.limited_until is not null) as "isLimited",
      exists (select from marketplace.users u where u.id = ${beginnerId} and u.role <> 'user')
      or exists (select from marketplace.follow f where f.follower_id = ${userId} and f.followee_id = ${beginnerId})
      or marketplace.have_dealt(${userId}, ${beginnerId})
      or exists (
        select from marketplace.chat_room r join marketplace.room_member m on m.room_id = r.id and m.user_id = ${userId}
        where r.user_lo = least(${userId}::uuid, ${beginnerId}::uuid) and r.user_hi = greatest(${userId}::uuid, ${beginnerId}::uuid)
          and m.request = 'none') as "isKnown"`.execute(db)
  const [found] = rows
  if (!found || found.isKnown) return 'none'
  if (found.policy === 'drop') return 'dropped'
  return found.policy === 'filter' || found.isLimited ? 'filtered' : 'none'
}

/**
 * Accepts somebody's chat or drops it, as it waits for that; what is so already stays. The room is locked.
 * @returns whether it is so now
 */
export async function settleRequest(
  db: Db,
  { roomId, userId, isAccepted }: { roomId: string; userId: string; isAccepted: boolean },
): Promise<boolean> {
  const request: Request = isAccepted ? 'none' : 'dropped'
  const { rows } = await sql`
    with meant as (
      select me.room_id, me.user_id from marketplace.room_member me
      where me.room_id = ${roomId} and me.user_id = ${userId} and (${isAccepted}::boolean or me.request <> 'none')
        and ${isVisible(userId, 'me.peer_id')}
    ), settled as (
      update marketplace.room_member m set request = ${request} from meant
      where m.room_id = meant.room_id and m.user_id = meant.user_id and m.request <> ${request}
    )
    select from meant`.execute(db)
  return rows.length > 0
}

/** What stands against a reminder of a message. */
export interface Signal {
  isBlocked: boolean
  /** Whether anybody is left to read it. */
  isOpen: boolean
  /** Whether its sender may know that it was seen. */
  isSeen: boolean
  isSignalled: boolean
  isHeld: boolean
  isMuted: boolean
}

export async function selectSignal(db: Db, messageId: string, now: Date): Promise<Signal | undefined> {
  const { rows } = await sql<Signal>`
    select exists (select from marketplace.block b where ${isBlockOfRoom}) as "isBlocked",
      r.is_active and ${hasAccount('peer')} as "isOpen", told.seq <= me.seen_seq as "isSeen",
      told.signalled_at is not null as "isSignalled", me.request <> 'none' as "isHeld",
      me.muted_until > ${now} is true or ${hasMuted(sql`me.user_id`, sql`told.sender_id`, now)}
        or ${mutesKind(sql`me.user_id`, sql`'message'`)} as "isMuted"
    from marketplace.message told
    join marketplace.chat_room r on r.id = told.room_id
    join marketplace.room_member me on me.room_id = told.room_id and me.user_id <> told.sender_id
    join marketplace.users peer on peer.id = me.user_id
    where told.id = ${messageId}`.execute(db)
  return rows[0]
}

/** Notes that its sender reminded the other person of a message. */
export async function markSignalled(db: Db, messageId: string, at: Date): Promise<void> {
  await sql`update marketplace.message set signalled_at = ${at} where id = ${messageId}`.execute(db)
}

/** Every room of two people. */
export async function findRoomsOfPair(db: Db, { lo, hi }: Pair): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from marketplace.chat_room where user_lo = ${lo} and user_hi = ${hi} order by id`.execute(db)
  return rows.map((row) => row.id)
}

/** A proposal to meet, as it is stored. */
export interface Meetup {
  place: string
  at: string
  point: { longitude: number; latitude: number } | null
}

export interface MessageRow {
  id: string
  room_id: string
  seq: number
  sender_id: string
  sender_name: string
  sender_status: string
  /** Of whoever reads a message of somebody who is not there; else null. */
  reader_language: string | null
  text: string
  media_ids: string[]
  meetup: Meetup | null
  /** The offer that it made. */
  offer: StoredOffer<string> | null
  reply_to: string | null
  client_message_id: string | null
  is_seen: boolean
  deleted_at: Date | null
  created_at: Date
}

/** What a notice tells of a message. */
export interface Announced
  extends Pick<MessageRow, 'room_id' | 'seq' | 'sender_id' | 'sender_name' | 'text' | 'meetup'> {
  is_offer?: boolean
}

/** The offer that the message `m` made, as it stands. */
const offerOfMessage = sql`(
  select jsonb_build_object('id', o.id, 'post_id', o.post_id, 'made_by', o.made_by, 'quantity', o.quantity, 'price_minor', o.price_minor,
    'currency', o.currency, 'status', o.status, 'reason', o.reason, 'expires_at', o.expires_at, 'held_until', o.held_until)
  from marketplace.offer o where o.id = m.offer_id)`

const messages = sql`
  select m.id, m.room_id, m.seq, m.sender_id, u.name as sender_name, u.status as sender_status,
    case when u.status not in ('active', 'suspended') then (select x.language from marketplace.users x where x.id = reader.user_id) end as reader_language,
    m.text, m.media_ids, m.meetup, ${offerOfMessage} as offer, m.reply_to,
    m.client_message_id, m.seq <= reader.seen_seq as is_seen, m.deleted_at, m.created_at
  from marketplace.message m
  join marketplace.users u on u.id = m.sender_id
  join marketplace.room_member reader on reader.room_id = m.room_id and reader.user_id <> m.sender_id`

/** Whether somebody sees the message `m`; a deleted one keeps its place. */
const isNotHidden = (viewerId: RawBuilder<unknown>) =>
  // A look into an index for each, which no plan turns into a walk through all that somebody hid.
  sql<boolean>`coalesce((
    select false from marketplace.message_hidden h where h.user_id = ${viewerId} and h.room_id = m.room_id and h.seq = m.seq), true)`

/** How a room is read: back from the newest message, or on from one that the reader has. */
export const messageOrder = {
  newestFirst: orderedBy<MessageRow>('desc', ['m.seq', 'bigint', 'seq']),
  oldestFirst: orderedBy<MessageRow>('asc', ['m.seq', 'bigint', 'seq']),
}

/** A page of a room without what the viewer hid; deleted messages keep their places. */
export async function selectMessages(
  db: Db,
  filter: {
    roomId: string
    viewerId: string
    order: Order<MessageRow>
    after: Key | undefined
    limit: number
  },
): Promise<MessageRow[]> {
  const { order, roomId } = filter
  // Two indexes tell which messages are on it, however many are hidden.
  const { rows } = await sql<MessageRow>`
    ${messages}
    where m.room_id = ${roomId} and m.seq in (
      select m.seq from marketplace.message m
      where m.room_id = ${roomId} and ${order.isPast(filter.after)} and m.seq not in (
        select h.seq from marketplace.message_hidden h where h.user_id = ${filter.viewerId}::uuid and h.room_id = ${roomId}::uuid)
      order by ${order.by} limit ${filter.limit})
    order by ${order.by}`.execute(db)
  return rows
}

/** Messages by id without what the viewer hid; deleted ones too. */
export async function selectMessagesFor(
  db: Db,
  viewerId: string,
  ids: readonly string[],
): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`
    ${messages} where ${isOneOf(sql`m.id`, ids)} and ${isNotHidden(sql`${viewerId}::uuid`)}`.execute(db)
  return rows
}

export async function selectMessage(
  db: Db,
  key: { id: string } | { roomId: string; senderId: string; clientMessageId: string },
): Promise<MessageRow | undefined> {
  const where =
    'id' in key
      ? sql`m.id = ${key.id}`
      : sql`m.room_id = ${key.roomId} and m.sender_id = ${key.senderId} and m.client_message_id = ${key.clientMessageId}`
  const { rows } = await sql<MessageRow>`${messages} where ${where}`.execute(db)
  return rows[0]
}

export type NewMessage = Pick<
  MessageRow,
  | 'id'
  | 'room_id'
  | 'sender_id'
  | 'text'
  | 'media_ids'
  | 'meetup'
  | 'reply_to'
  | 'client_message_id'
  | 'created_at'
> & { offer_id?: string | null }

/** The newest notice of a room in a person's inbox. */
export const standingNotice = (
  roomId: string,
  recipientId: string | RawBuilder<string>,
): RawBuilder<StandingNotification> =>
  standingNotification({ recipientId, category: 'message', referenceId: roomId })

/** What came of a message: it is written unless something speaks against it. */
export interface Appended {
  /**
   * Null when it is not written; one of an id that its sender has chosen before, or that replies to none of its room,
   * is not either.
   */
  seq: number | null
  isBlocked: boolean
  /** Whether anybody is left to read it. */
  isOpen: boolean
  /** Whether the other person wants no notice: they muted the room, its sender or all messages, or have not accepted the chat. */
  isMuted: boolean
  /** Whether the chat is none of the other person's list, so that their open apps hear nothing of it. */
  isHeld: boolean
  /** Whether a notice of it can be pushed. */
  hasDevice: boolean
  /** The notice of the room that stands in their inbox. */
  standing: Pick<StandingNotification, 'sourceEvent' | 'isOpen'> | null
}

/**
 * Puts a message at the end of a room of its sender's, and the room at the top of both lists; who writes in it accepts
 * it. The room was locked by a statement before. @returns undefined when there is no such room.
 */
export async function appendMessage(db: Db, message: NewMessage): Promise<Appended | undefined> {
  const { id, room_id, sender_id, reply_to, client_message_id, created_at: at } = message
  const { rows } = await sql<Appended>`
    with room as (
      select r.last_seq + 1 as seq, peer.id as peer_id, exists (select from marketplace.block b where ${isBlockOfRoom}) as "isBlocked",
        r.is_active and exists (select from marketplace.users u where u.id = peer.id and ${hasAccount('u')}) as "isOpen"
      from marketplace.chat_room r
      cross join lateral (select case when r.user_lo = ${sender_id}::uuid then r.user_hi else r.user_lo end as id) peer
      where r.id = ${room_id}::uuid and ${sender_id}::uuid in (r.user_lo, r.user_hi)
    ), sent as (
      insert into marketplace.message (id, room_id, seq, sender_id, text, media_ids, meetup, offer_id, reply_to, client_message_id, created_at)
      select ${id}::uuid, ${room_id}::uuid, seq, ${sender_id}::uuid, ${message.text}::text, ${message.media_ids}::uuid[],
        ${message.meetup && JSON.stringify(message.meetup)}::jsonb, ${message.offer_id ?? null}::uuid, ${reply_to}::uuid, ${client_message_id}::text, ${at}::timestamptz
      from room where not "isBlocked" and "isOpen"
        and (${reply_to}::uuid is null or exists (select from marketplace.message m where m.id = ${reply_to} and m.room_id = ${room_id}))
        and (${client_message_id}::text is null or not exists (
          select from marketplace.message m
          where m.room_id = ${room_id} and m.sender_id = ${sender_id} and m.client_message_id = ${client_message_id}))
      returning seq, marketplace.last_message_text(id, text, sender_id, created_at, offer_id is not null) as last_message
    ), moved as (
      update marketplace.chat_room r set last_seq = sent.seq, version = r.version + 1, updated_at = ${at}
      from sent where r.id = ${room_id}
    ), listed as (
      update marketplace.room_member m set last_activity_at = ${at}, last_seq = sent.seq, last_message = sent.last_message,
        is_last_own = m.user_id = ${sender_id}, unread_count = m.unread_count + (m.user_id <> ${sender_id})::int,
        request = case when m.user_id = ${sender_id} then 'none' else m.request end
      from sent where m.room_id = ${room_id}
      returning m.user_id, m.muted_until > ${at} as is_muted, m.request <> 'none' as is_held
    )
    select sent.seq, "isBlocked", "isOpen", exists (select from listed where user_id <> ${sender_id} and (is_muted or is_held))
        or ${hasMuted(sql`room.peer_id`, sql`${sender_id}::uuid`, at)} or ${mutesKind(sql`room.peer_id`, sql`'message'`)} as "isMuted",
      exists (select from listed where user_id <> ${sender_id} and is_held) as "isHeld", ${hasDevice(sql`room.peer_id`)} as "hasDevice",
      (select to_jsonb(n) from (${standingNotice(room_id, sql`room.peer_id`)}) n) as standing
    from room left join sent on true`.execute(db)
  return rows[0]
}

/** The newest message that the member in a row `was` of `room_member` sees, of those that fit. */
const newestSeen = (where: RawBuilder<unknown>) => sql`(
  select m.seq, m.sender_id, marketplace.last_message_text(m.id, m.text, m.sender_id, m.created_at, m.offer_id is not null) as text
  from marketplace.message m
  where m.room_id = was.room_id and m.deleted_at is null and ${isNotHidden(sql`was.user_id`)} and ${where}
  order by m.seq desc limit 1)`

/**
 * Takes a message that is not shown any more out of what is kept of its room: out of the count where it was unread, and
 * where it was the last one, the one before it is. `gone` is what was deleted or hidden, none where it was before.
 */
const forget = (gone: RawBuilder<unknown>, members: RawBuilder<unknown>) => sql`
  with gone as (${gone}), forgotten as (
    update marketplace.room_member me set
      unread_count = me.unread_count - (gone.sender_id <> me.user_id and gone.seq > me.last_read_seq)::int,
      last_seq = case when me.last_seq = gone.seq then coalesce(newest.seq, 0) else me.last_seq end,
      is_last_own = case when me.last_seq = gone.seq then coalesce(newest.sender_id = me.user_id, false) else me.is_last_own end,
      last_message = case when me.last_seq = gone.seq then coalesce(newest.text, marketplace.no_message_text(r.created_at))
        else me.last_message end
    from gone
    join marketplace.chat_room r on r.id = gone.room_id
    join marketplace.room_member was on was.room_id = gone.room_id
    left join lateral ${newestSeen(sql`m.seq < gone.seq`)} newest on was.last_seq = gone.seq
    where me.room_id = was.room_id and me.user_id = was.user_id and ${members}
  )
  select from gone`

/** Leaves a tombstone; the room is locked. @returns whether the message was still there. */
export async function deleteForBoth(db: Db, id: string, at: Date): Promise<boolean> {
  const gone = sql`
    update marketplace.message set deleted_at = ${at}, text = '', meetup = null, version = version + 1
    where id = ${id} and deleted_at is null returning room_id, seq, sender_id`
  const whoSawIt = sql`not exists (
    select from marketplace.message_hidden h where h.user_id = was.user_id and h.room_id = gone.room_id and h.seq = gone.seq)`
  const { rows } = await forget(gone, whoSawIt).execute(db)
  return rows.length > 0
}

/** The room is locked. @returns whether it was not hidden before. */
export async function hideForOne(db: Db, messageId: string, userId: string): Promise<boolean> {
  const gone = sql`
    insert into marketplace.message_hidden as h (user_id, message_id, room_id, seq)
    select ${userId}::uuid, m.id, m.room_id, m.seq from marketplace.message m where m.id = ${messageId}
    on conflict do nothing
    returning h.room_id, h.seq, (select m.sender_id from marketplace.message m where m.id = ${messageId}) as sender_id`
  const stillThere = sql`was.user_id = ${userId}::uuid and exists (
    select from marketplace.message m where m.id = ${messageId} and m.deleted_at is null)`
  const { rows } = await forget(gone, stillThere).execute(db)
  return rows.length > 0
}

interface Read {
  /** Whether the marker moved. */
  isRead: boolean
  /** Whether the other person is told: nobody is across a block. */
  isTold: boolean
  /** Whether the marker that the other person sees moved. */
  isSeen: boolean
  unreadCount: number
  seenSeq: number
}

/**
 * Moves a reader's marker, forward only, and unless one of the two blocked the other the one that the other person
 * sees. The room is locked.
 */
export async function markRead(
  db: Db,
  { roomId, readerId, seq }: { roomId: string; readerId: string; seq: number },
): Promise<Read> {
  const { rows } = await sql<Read>`
    with was as (
      select me.*, r.last_seq as newest_seq, 
        me.request = 'none' and not exists (select from marketplace.block b where ${isBlockOfRoom}) as is_told
      from marketplace.room_member me join marketplace.chat_room r on r.id = me.room_id
      where me.room_id = ${roomId} and me.user_id = ${readerId}
    ), read as (
      update marketplace.room_member me set last_read_seq = greatest(me.last_read_seq, ${seq}::bigint),
        seen_seq = case when was.is_told then greatest(me.seen_seq, ${seq}::bigint) else me.seen_seq end,
        unread_count = case when was.newest_seq <= ${seq}::bigint then 0 else me.unread_count - (
          select count(*) from marketplace.message m
          where m.room_id = was.room_id and m.seq > was.last_read_seq and m.seq <= ${seq}::bigint and m.sender_id <> was.user_id
            and m.deleted_at is null and ${isNotHidden(sql`was.user_id`)}) end
      from was where me.room_id = was.room_id and me.user_id = was.user_id
      returning me.unread_count, me.seen_seq
    ), told as (
      update marketplace.room_member peer set peer_seen_seq = greatest(peer.peer_seen_seq, ${seq}::bigint)
      from was where peer.room_id = was.room_id and peer.user_id = was.peer_id and was.is_told
    )
    select was.last_read_seq < ${seq}::bigint as "isRead", was.is_told as "isTold",
      was.is_told and was.seen_seq < ${seq}::bigint as "isSeen", read.unread_count as "unreadCount", read.seen_seq as "seenSeq"
    from was, read`.execute(db)
  const [read] = rows
  if (!read) throw new Error('the locked room is gone')
  return read
}

/** A message of a room that a person has not read: the one asked for, or else the newest. */
export async function findUnread(
  db: Db,
  roomId: string,
  readerId: string,
  seq: number,
): Promise<Announced | undefined> {
  const unread = (where: RawBuilder<unknown>) => sql`(
    select m.room_id, m.seq, m.sender_id, m.text, m.meetup, m.offer_id is not null as is_offer
    from marketplace.room_member me
    join marketplace.message m on m.room_id = me.room_id and m.seq > me.last_read_seq
    where me.room_id = ${roomId} and me.user_id = ${readerId} and me.unread_count > 0 and m.sender_id <> ${readerId}
      and m.deleted_at is null and ${isNotHidden(sql`me.user_id`)} and ${where}
    order by m.seq desc limit 1)`
  const { rows } = await sql<Announced>`
    select unread.*, u.name as sender_name
    from (${unread(sql`m.seq = ${seq}`)} union ${unread(sql`true`)}) unread
    join marketplace.users u on u.id = unread.sender_id
    order by unread.seq <> ${seq} limit 1`.execute(db)
  return rows[0]
}

/** The chats about a listing, each with those who see what becomes of it: across a block its author alone. */
export async function selectRoomsAbout(db: Db, postId: string): Promise<{ id: string; people: string[] }[]> {
  const { rows } = await sql<{ id: string; people: string[] }>`
    select r.id, case when exists (
        select 1 from marketplace.block b
        where (b.blocker_id = r.user_lo and b.blocked_id = r.user_hi) or (b.blocker_id = r.user_hi and b.blocked_id = r.user_lo)
      ) then array[p.author_id] else array[r.user_lo, r.user_hi] end as people
    from marketplace.chat_room r join marketplace.post p on p.id = r.post_id
    where r.post_id = ${postId} order by r.id`.execute(db)
  return rows
}

/** Whether two people have a chat about a listing. */
export async function haveChat(db: Db, postId: string, a: string, b: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from marketplace.chat_room r
    where r.post_id = ${postId} and r.user_lo = least(${a}::uuid, ${b}::uuid) and r.user_hi = greatest(${a}::uuid, ${b}::uuid)`.execute(
    db,
  )
  return rows.length > 0
}

/** A row of `room_member`. */
export interface Member {
  room_id: string
  user_id: string
}

/** What is kept of the member in a row `was`, counted anew. */
const countedAnew = sql`(
  select coalesce(newest.seq, 0) as last_seq, coalesce(newest.sender_id = was.user_id, false) as is_last_own,
    coalesce(newest.text, marketplace.no_message_text(r.created_at)) as last_message, peer.seen_seq as peer_seen_seq,
    (select count(*)::int from marketplace.message m
      where m.room_id = was.room_id and m.seq > was.last_read_seq and m.sender_id <> was.user_id and m.deleted_at is null
        and ${isNotHidden(sql`was.user_id`)}) as unread_count
  from marketplace.chat_room r
  join marketplace.room_member peer on peer.room_id = r.id and peer.user_id = was.peer_id
  left join lateral ${newestSeen(sql`true`)} newest on true
  where r.id = was.room_id)`

/** Marks the cards of the next rooms. @returns the rooms, in order, with how many cards each has */
export async function outdateNext(
  db: Db,
  after: string | null,
  most: number,
): Promise<{ id: string; cards: number }[]> {
  const { rows } = await sql<{ id: string; cards: number }>`
    with next as materialized (
      select id from marketplace.chat_room where ${after}::uuid is null or id > ${after}::uuid order by id limit ${most}
    ), marked as (
      update marketplace.room_member m set card = null from next where m.room_id = next.id returning m.room_id
    )
    select next.id, count(marked.room_id)::int as cards
    from next left join marked on marked.room_id = next.id group by next.id order by next.id`.execute(db)
  return rows
}

const outdated = (most: number, roomIds?: readonly string[]) => sql<Member>`
  select m.room_id, m.user_id from marketplace.room_member m
  where m.card is null and ${roomIds ? isOneOf(sql`m.room_id`, roomIds) : sql`true`}
  order by (m.card is null), m.room_id, m.user_id limit ${most}`

export const anyOutdated = () => outdated(1)

/** Locks rows whose card is out of date, of some rooms or of all, but none that somebody is at. */
export async function lockOutdated(db: Db, most: number, roomIds?: readonly string[]): Promise<Member[]> {
  const { rows } = await sql<Member>`${outdated(most, roomIds)} for no key update skip locked`.execute(db)
  return rows
}

const unnested = (members: readonly Member[]) =>
  sql`unnest(${members.map(({ room_id }) => room_id)}::uuid[], ${members.map(({ user_id }) => user_id)}::uuid[])`

/** What cards are made of. Lock their rows in a statement before: whoever changes it waits for them, or has changed it. */
export async function selectSources(db: Db, members: readonly Member[]): Promise<RoomSource[]> {
  const { rows } = await sql<{ source: RoomSource }>`
    select ${sourceOfCard} as source from ${unnested(members)} as me_of (room_id, user_id)
    join marketplace.room_member me on me.room_id = me_of.room_id and me.user_id = me_of.user_id`.execute(db)
  return rows.map(({ source }) => source)
}

/** Keeps cards, and with each what else is kept of its chat, counted anew. */
export async function keepCards(db: Db, made: readonly (Member & { card: string })[]): Promise<void> {
  await sql`
    update marketplace.room_member me set card = made.card, last_seq = anew.last_seq, is_last_own = anew.is_last_own,
      last_message = anew.last_message, peer_seen_seq = anew.peer_seen_seq, unread_count = anew.unread_count
    from unnest(${made.map(({ room_id }) => room_id)}::uuid[], ${made.map(({ user_id }) => user_id)}::uuid[],
      ${made.map(({ card }) => card)}::text[]) as made (room_id, user_id, card)
    join marketplace.room_member was on was.room_id = made.room_id and was.user_id = made.user_id
    cross join lateral ${countedAnew} anew
    where me.room_id = was.room_id and me.user_id = was.user_id`.execute(db)
}

/** Every row that is shown from its card, with what that is made of, and whether what is kept beside it is what counting gives. */
export async function compareKept(
  db: Db,
): Promise<(Member & { card: string | null; source: RoomSource; isAsCounted: boolean })[]> {
  const { rows } = await sql<Member & { card: string | null; source: RoomSource; isAsCounted: boolean }>`
    select me.room_id, me.user_id, me.card, ${sourceOfCard} as source,
      (was.last_seq, was.is_last_own, was.last_message, was.peer_seen_seq, was.unread_count)
        = (anew.last_seq, anew.is_last_own, anew.last_message, anew.peer_seen_seq, anew.unread_count) as "isAsCounted"
    from marketplace.room_member me
    join marketplace.room_member was on was.room_id = me.room_id and was.user_id = me.user_id
    cross join lateral ${countedAnew} anew`.execute(db)
  return rows
}

/** Deletes some rooms of which both people have left for good, with all in them. @returns the pictures of each. */
export async function deleteDesertedRooms(
  db: Db,
  userId: string,
  most: number,
): Promise<{ media_ids: string[] }[]> {
  const { rows } = await sql<{ media_ids: string[] }>`
    with deserted as materialized (
      select r.id, array(
        select unnest(m.media_ids) from marketplace.message m where m.room_id = r.id) as media_ids
      from marketplace.chat_room r
      join marketplace.users peer on peer.id = case when r.user_lo = ${userId} then r.user_hi else r.user_lo end
      where (r.user_lo = ${userId} or r.user_hi = ${userId}) and peer.status in ('deleted', 'anonymous')
      order by r.id limit ${most} for update of r
    ), gone as (
      delete from marketplace.chat_room r using deserted d where r.id = d.id
    )
    select media_ids from deserted`.execute(db)
  return rows
}

/** Hides all messages of all of somebody's chats from them; the other sides keep theirs. */
export async function hideAllOf(db: Db, userId: string): Promise<void> {
  await sql`
    select from marketplace.chat_room r where r.id in (select room_id from marketplace.room_member where user_id = ${userId})
    order by r.id for no key update`.execute(db)
  await sql`
    insert into marketplace.message_hidden (user_id, message_id, room_id, seq)
    select me.user_id, m.id, m.room_id, m.seq from marketplace.room_member me join marketplace.message m on m.room_id = me.room_id
    where me.user_id = ${userId} on conflict do nothing`.execute(db)
  await sql`
    update marketplace.room_member me set unread_count = 0, last_seq = 0, is_last_own = false, request = 'dropped',
      last_message = marketplace.no_message_text(r.created_at)
    from marketplace.chat_room r where r.id = me.room_id and me.user_id = ${userId}`.execute(db)
}

import { type RawBuilder, sql } from 'kysely'
import type { Static } from 'typebox'
import type { Db } from '../../platform/db/database.ts'
import { type Order, orderedBy } from '../../platform/operation/order.ts'
import type { Key } from '../../platform/operation/page.ts'
import type { ProductDetails } from '../posts/public.ts'
import { holdPair } from '../users/public.ts'

export interface RoomRow {
  id: string
  post_id: string | null
  product_snapshot: Static<typeof ProductDetails> | null
  is_active: boolean
  created_at: Date
  updated_at: Date
  muted_until: Date | null
  /** The caller first. Times within are ISO text, as JSON has no other. */
  participants: {
    id: string
    name: string
    status: string
    profile_photo_url: string | null
    shows_online: boolean
    seen_at: string | null
  }[]
  blocked_by: string | null
  last_message: {
    id: string
    text: string
    sender_id: string
    sender_name: string
    sender_status: string
    is_seen: boolean
    created_at: string
  } | null
  unread_count: number
}

const isNotHidden = (viewerId: string) => sql<boolean>`not exists (
  select 1 from marketplace.message_hidden h where h.user_id = ${viewerId}::uuid and h.message_id = m.id)`

/**
 * Rooms as one participant sees them. What is unread is counted from the messages each time, so
 * that deleting, hiding and reading cannot make it drift.
 */
function rooms(viewerId: string, where: RawBuilder<unknown>): RawBuilder<RoomRow> {
  return sql<RoomRow>`
    select r.id, r.post_id, r.product_snapshot, r.is_active, r.created_at, r.updated_at, me.muted_until,
      (select jsonb_agg(jsonb_build_object('id', u.id, 'name', u.name, 'status', u.status, 'profile_photo_url', u.profile_photo_url,
          'shows_online', u.shows_online, 'seen_at', p.seen_at) order by u.id <> ${viewerId}::uuid)
        from marketplace.users u left join marketplace.presence p on p.user_id = u.id
        where u.id in (r.user_lo, r.user_hi)) as participants,
      (select b.blocker_id from marketplace.block b
        where (b.blocker_id = r.user_lo and b.blocked_id = r.user_hi) or (b.blocker_id = r.user_hi and b.blocked_id = r.user_lo)
        order by b.created_at, b.blocker_id limit 1) as blocked_by,
      (select jsonb_build_object('id', m.id, 'text', m.text, 'sender_id', m.sender_id, 'sender_name', u.name, 'sender_status', u.status,
          'is_seen', m.seq <= reader.last_read_seq, 'created_at', m.created_at)
        from marketplace.message m
        join marketplace.users u on u.id = m.sender_id
        join marketplace.room_member reader on reader.room_id = m.room_id and reader.user_id <> m.sender_id
        where m.room_id = r.id and m.deleted_at is null and ${isNotHidden(viewerId)}
        order by m.seq desc limit 1) as last_message,
      (select count(*) from marketplace.message m
        where m.room_id = r.id and m.seq > me.last_read_seq and m.sender_id <> ${viewerId}::uuid and m.deleted_at is null
          and ${isNotHidden(viewerId)}) as unread_count
    from marketplace.room_member me join marketplace.chat_room r on r.id = me.room_id
    where me.user_id = ${viewerId} and ${where}`
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
  after: Key | undefined,
  limit: number,
): Promise<RoomRow[]> {
  const { rows } = await sql<RoomRow>`
    ${rooms(viewerId, lastActive.isPast(after))} order by ${lastActive.by} limit ${limit}`.execute(db)
  return rows
}

/** @returns undefined when it is no room of theirs. */
export async function selectRoom(db: Db, id: string, viewerId: string): Promise<RoomRow | undefined> {
  const { rows } = await rooms(viewerId, sql`me.room_id = ${id}`).execute(db)
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

export async function insertRoom(
  db: Db,
  room: { id: string; pair: Pair; postId: string | null; snapshot: object | null; at: Date },
): Promise<void> {
  await sql`
    insert into marketplace.chat_room (id, user_lo, user_hi, post_id, product_snapshot, created_at, updated_at)
    values (${room.id}, ${room.pair.lo}, ${room.pair.hi}, ${room.postId}, ${room.snapshot && JSON.stringify(room.snapshot)}::jsonb, ${room.at}, ${room.at})`.execute(
    db,
  )
  await sql`
    insert into marketplace.room_member (room_id, user_id, last_activity_at)
    values (${room.id}, ${room.pair.lo}, ${room.at}), (${room.id}, ${room.pair.hi}, ${room.at})`.execute(db)
}

export interface Room {
  id: string
  peer_id: string
  last_seq: number
  is_active: boolean
}

const roomOf = (callerId: string) => sql`
  r.id, case when r.user_lo = ${callerId}::uuid then r.user_hi else r.user_lo end as peer_id, r.last_seq, r.is_active`

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
  text: string
  media_ids: string[]
  meetup: Meetup | null
  reply_to: string | null
  client_message_id: string | null
  is_seen: boolean
  deleted_at: Date | null
  created_at: Date
}

/** What a notice tells of a message. */
export type Announced = Pick<MessageRow, 'room_id' | 'seq' | 'sender_id' | 'sender_name' | 'text' | 'meetup'>

const messages = sql`
  select m.id, m.room_id, m.seq, m.sender_id, u.name as sender_name, u.status as sender_status, m.text, m.media_ids, m.meetup, m.reply_to,
    m.client_message_id, m.seq <= reader.last_read_seq as is_seen, m.deleted_at, m.created_at
  from marketplace.message m
  join marketplace.users u on u.id = m.sender_id
  join marketplace.room_member reader on reader.room_id = m.room_id and reader.user_id <> m.sender_id`

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
  const { order } = filter
  const { rows } = await sql<MessageRow>`
    ${messages}
    where m.room_id = ${filter.roomId} and ${isNotHidden(filter.viewerId)}
      and ${order.isPast(filter.after)}
    order by ${order.by} limit ${filter.limit}`.execute(db)
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

/**
 * Puts a message at the end of a locked room, and the room at the top of both lists.
 * @returns whether the other person muted the room.
 */
export async function appendMessage(
  db: Db,
  room: Room,
  message: {
    id: string
    senderId: string
    text: string
    mediaIds: readonly string[]
    meetup: Meetup | null
    replyTo: string | null
    clientMessageId: string | null
  },
  at: Date,
): Promise<{ isMuted: boolean }> {
  const seq = room.last_seq + 1
  await sql`
    insert into marketplace.message (id, room_id, seq, sender_id, text, media_ids, meetup, reply_to, client_message_id, created_at)
    values (${message.id}, ${room.id}, ${seq}, ${message.senderId}, ${message.text}, ${[...message.mediaIds]}::uuid[],
      ${message.meetup && JSON.stringify(message.meetup)}::jsonb, ${message.replyTo}, ${message.clientMessageId}, ${at})`.execute(
    db,
  )
  const { rows } = await sql<{ user_id: string; is_muted: boolean }>`
    with moved as (
      update marketplace.chat_room set last_seq = ${seq}, version = version + 1, updated_at = ${at} where id = ${room.id}
    )
    update marketplace.room_member set last_activity_at = ${at} where room_id = ${room.id}
    returning user_id, coalesce(muted_until > ${at}, false) as is_muted`.execute(db)
  return { isMuted: rows.some((row) => row.user_id === room.peer_id && row.is_muted) }
}

/** Leaves a tombstone. @returns whether the message was still there. */
export async function deleteForBoth(db: Db, id: string, at: Date): Promise<boolean> {
  const { rows } = await sql`
    update marketplace.message set deleted_at = ${at}, text = '', meetup = null, version = version + 1
    where id = ${id} and deleted_at is null returning id`.execute(db)
  return rows.length > 0
}

/** @returns whether it was not hidden before. */
export async function hideForOne(db: Db, messageId: string, userId: string): Promise<boolean> {
  const { rows } = await sql`
    insert into marketplace.message_hidden (user_id, message_id) values (${userId}, ${messageId})
    on conflict do nothing returning message_id`.execute(db)
  return rows.length > 0
}

/** Moves a reader's marker, forward only. @returns whether it moved. */
export async function markSeen(db: Db, roomId: string, readerId: string, seq: number): Promise<boolean> {
  const { rows } = await sql`
    update marketplace.room_member set last_read_seq = ${seq}
    where room_id = ${roomId} and user_id = ${readerId} and last_read_seq < ${seq} returning room_id`.execute(
    db,
  )
  return rows.length > 0
}

/** A message of a room that a person has not read: the one asked for, or else the newest. */
export async function findUnread(
  db: Db,
  roomId: string,
  readerId: string,
  seq: number,
): Promise<Announced | undefined> {
  const { rows } = await sql<Announced>`
    select m.room_id, m.seq, m.sender_id, u.name as sender_name, m.text, m.meetup
    from marketplace.room_member me
    join marketplace.message m on m.room_id = me.room_id and m.seq > me.last_read_seq
    join marketplace.users u on u.id = m.sender_id
    where me.room_id = ${roomId} and me.user_id = ${readerId} and m.sender_id <> ${readerId} and m.deleted_at is null
      and ${isNotHidden(readerId)}
    order by m.seq <> ${seq}, m.seq desc limit 1`.execute(db)
  return rows[0]
}

/** The chats about a listing, each with its two people. */
export async function selectRoomsAbout(db: Db, postId: string): Promise<{ id: string; people: string[] }[]> {
  const { rows } = await sql<{ id: string; people: string[] }>`
    select id, array[user_lo, user_hi] as people from marketplace.chat_room where post_id = ${postId} order by id`.execute(
    db,
  )
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

import { type RawBuilder, sql } from 'kysely'
import { days } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import { orderedBy } from '../../platform/operation/order.ts'
import type { Key } from '../../platform/operation/page.ts'

/** SYSTEM says the fixed words to somebody who may be in danger. */
export type Role = 'USER' | 'COACH' | 'SYSTEM'

export interface ConversationRow {
  id: string
  sealed_title: Buffer | null
  last_message_at: Date
}

export interface MessageRow {
  id: string
  conversation_id: string
  seq: number
  role: Role
  reply_to: string | null
  sealed: Buffer
  created_at: Date
}

export const newestMessage = orderedBy<MessageRow>(
  'desc',
  ['m.created_at', 'timestamptz', 'created_at'],
  ['m.seq', 'int', 'seq'],
  ['m.id', 'uuid', 'id'],
)

const isKept = (now: Date): RawBuilder<boolean> => sql<boolean>`(expires_at is null or expires_at > ${now})`

/** A person's messages, of one conversation or of all, newest first. */
export async function selectMessages(
  db: Db,
  filter: {
    userId: string
    conversationId: string | null
    now: Date
    after: Key | undefined
    limit: number
  },
): Promise<MessageRow[]> {
  const isOfConversation =
    filter.conversationId === null ? sql`true` : sql`m.conversation_id = ${filter.conversationId}`
  const { rows } = await sql<MessageRow>`
    select m.id, m.conversation_id, m.seq, m.role, m.reply_to, m.sealed, m.created_at from wellness.chat_message m
    where m.user_id = ${filter.userId} and ${isOfConversation} and ${isKept(filter.now)} and ${newestMessage.isPast(filter.after)}
    order by ${newestMessage.by} limit ${filter.limit}`.execute(db)
  return rows
}

/** What was said last in a conversation from a moment on, oldest first. */
export async function selectLastSaid(
  db: Db,
  { conversationId, since, now, most }: { conversationId: string; since: Date; now: Date; most: number },
): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`
    select m.id, m.conversation_id, m.seq, m.role, m.reply_to, m.sealed, m.created_at from wellness.chat_message m
    where m.conversation_id = ${conversationId} and m.created_at >= ${since} and ${isKept(now)}
    order by ${newestMessage.by} limit ${most}`.execute(db)
  return rows.toReversed()
}

/** A person's conversations, the one that went on last first; a title is kept as long as what it is taken from. */
export async function selectConversations(
  db: Db,
  { userId, now, most }: { userId: string; now: Date; most: number },
): Promise<ConversationRow[]> {
  const { rows } = await sql<ConversationRow>`
    select id, last_message_at, case when exists (
        select from wellness.chat_message m where m.conversation_id = c.id and m.seq = 1 and ${isKept(now)}
      ) then sealed_title end as sealed_title
    from wellness.conversation c where user_id = ${userId} and ${isKept(now)}
    order by last_message_at desc, id desc limit ${most}`.execute(db)
  return rows
}

export async function isOwnConversation(
  db: Db,
  { userId, id, now }: { userId: string; id: string; now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    select from wellness.conversation where id = ${id} and user_id = ${userId} and ${isKept(now)}`.execute(db)
  return rows.length > 0
}

/** The choices of a person, kept from their first message on, and locked: whoever writes for them waits here. */
export async function lockPerson(
  db: Db,
  userId: string,
  now: Date,
): Promise<{ retentionDays: number | null }> {
  const { rows } = await sql<{ retention_days: number | null }>`
    insert into wellness.coach_person as known (user_id, created_at, updated_at) values (${userId}, ${now}, ${now})
    on conflict (user_id) do update set updated_at = excluded.updated_at returning retention_days`.execute(db)
  return { retentionDays: rows[0]?.retention_days ?? null }
}

/** @returns undefined where a person has chosen nothing yet. */
export async function selectPerson(
  db: Db,
  userId: string,
): Promise<{ retention_days: number | null } | undefined> {
  const { rows } = await sql<{ retention_days: number | null }>`
    select retention_days from wellness.coach_person where user_id = ${userId}`.execute(db)
  return rows[0]
}

/** Until when a message of a moment is kept. */
export const expiryOf = (at: Date, retentionDays: number | null): Date | null =>
  retentionDays === null ? null : new Date(at.getTime() + days(retentionDays))

/** Chooses how long messages are kept, those that are there included. */
export async function updateRetention(
  db: Db,
  { userId, retentionDays, now }: { userId: string; retentionDays: number | null; now: Date },
): Promise<void> {
  await lockPerson(db, userId, now)
  await sql`
    update wellness.coach_person set retention_days = ${retentionDays}::int where user_id = ${userId}`.execute(
    db,
  )
  await sql`
    update wellness.chat_message set expires_at = created_at + make_interval(days => ${retentionDays}::int)
    where user_id = ${userId}`.execute(db)
  await sql`
    update wellness.conversation set expires_at = last_message_at + make_interval(days => ${retentionDays}::int)
    where user_id = ${userId}`.execute(db)
}

/** The conversation of a person that went on last. */
export async function selectNewestConversation(
  db: Db,
  userId: string,
  now: Date,
): Promise<string | undefined> {
  const [newest] = await selectConversations(db, { userId, now, most: 1 })
  return newest?.id
}

export async function insertConversation(
  db: Db,
  conversation: { id: string; userId: string; sealedTitle: Buffer | null; now: Date; expiresAt: Date | null },
): Promise<void> {
  await sql`
    insert into wellness.conversation (id, user_id, sealed_title, last_message_at, expires_at, created_at)
    values (${conversation.id}, ${conversation.userId}, ${conversation.sealedTitle}, ${conversation.now},
      ${conversation.expiresAt}, ${conversation.now})`.execute(db)
}

export interface NewMessage {
  id: string
  userId: string
  conversationId: string
  role: Role
  replyTo: string | null
  sealed: Buffer
  retentionDays: number | null
  now: Date
}

/**
 * Puts a message at the end of a conversation, and never before what stands there.
 * @returns undefined when the conversation is not the person's, or gone.
 */
export async function insertMessage(
  db: Db,
  message: NewMessage,
): Promise<Omit<MessageRow, 'sealed'> | undefined> {
  const { rows } = await sql<Omit<MessageRow, 'sealed'>>`
    with place as (
      update wellness.conversation set messages = messages + 1,
        last_message_at = greatest(last_message_at, ${message.now}::timestamptz),
        expires_at = greatest(last_message_at, ${message.now}::timestamptz) + make_interval(days => ${message.retentionDays}::int)
      where id = ${message.conversationId} and user_id = ${message.userId}
      returning messages as seq, last_message_at as at, expires_at)
    insert into wellness.chat_message (id, user_id, conversation_id, seq, role, reply_to, sealed, expires_at, created_at)
    select ${message.id}::uuid, ${message.userId}::uuid, ${message.conversationId}::uuid, seq, ${message.role}, ${message.replyTo}::uuid,
      ${message.sealed}::bytea, expires_at, at from place
    returning id, conversation_id, seq, role, reply_to, created_at`.execute(db)
  return rows[0]
}

/** Erases a conversation of a person, or all. @returns how many messages went. */
export async function deleteConversations(
  db: Db,
  { userId, conversationId }: { userId: string; conversationId: string | null },
): Promise<{ conversations: number; messages: number }> {
  const { rows } = await sql<{ messages: number }>`
    delete from wellness.conversation
    where user_id = ${userId} and (${conversationId}::uuid is null or id = ${conversationId}::uuid)
    returning messages`.execute(db)
  return { conversations: rows.length, messages: rows.reduce((sum, row) => sum + row.messages, 0) }
}

/** Since when a person agrees that their words go to this model. @returns undefined when they do not. */
export async function selectConsent(db: Db, userId: string, version: string): Promise<Date | undefined> {
  const { rows } = await sql<{ agreed_at: Date }>`
    select agreed_at from wellness.coach_consent
    where user_id = ${userId} and version = ${version} and withdrawn_at is null`.execute(db)
  return rows[0]?.agreed_at
}

/** Keeps that a person agrees; the first time stays. */
export async function agree(db: Db, userId: string, version: string, now: Date): Promise<void> {
  await sql`
    update wellness.coach_consent set withdrawn_at = ${now}
    where user_id = ${userId} and withdrawn_at is null and version <> ${version}`.execute(db)
  await sql`
    insert into wellness.coach_consent (id, user_id, version, agreed_at)
    values (${newId()}, ${userId}, ${version}, ${now}) on conflict do nothing`.execute(db)
}

/** Keeps that a person does not agree any more. */
export async function withdraw(db: Db, userId: string, now: Date): Promise<void> {
  await sql`
    update wellness.coach_consent set withdrawn_at = ${now}
    where user_id = ${userId} and withdrawn_at is null`.execute(db)
}

export const replyKinds = ['BUILT_IN', 'MODEL', 'INSTEAD_OF_MODEL', 'SAFETY'] as const
export type ReplyKind = (typeof replyKinds)[number]

/** How many replies of each kind there were in each language. */
export async function countReplies(
  db: Db,
  { from, to }: { from: string | null; to: string | null },
): Promise<{ kind: ReplyKind; language: string; replies: number }[]> {
  const { rows } = await sql<{ kind: ReplyKind; language: string; replies: number }>`
    select kind, language, sum(replies)::int as replies from wellness.coach_count
    where day between coalesce(${from}::date, '-infinity') and coalesce(${to}::date, 'infinity')
    group by kind, language order by kind, language`.execute(db)
  return rows
}

/** Counts a reply, of nobody in particular. */
export async function countReply(db: Db, kind: ReplyKind, language: string, now: Date): Promise<void> {
  await sql`
    insert into wellness.coach_count as known (day, kind, language, replies)
    values (${now.toISOString().slice(0, 10)}::date, ${kind}, ${language}, 1)
    on conflict (day, kind, language) do update set replies = known.replies + 1`.execute(db)
}

export interface Lately {
  sessions: number
  minutes: number
  last_feeling: string | null
}

/** What a person practised in the last seven days, and how they felt last. */
export async function selectLately(db: Db, userId: string, now: Date): Promise<Lately> {
  const weekAgo = new Date(now.getTime() - days(7))
  const { rows } = await sql<Lately>`
    select count(*) filter (where status = 'COMPLETED')::int as sessions,
      (coalesce(sum(counted_sec) filter (where status = 'COMPLETED'), 0) / 60)::int as minutes,
      (array_agg(coalesce(feeling_after, feeling_before) order by occurred_at desc, id desc)
        filter (where coalesce(feeling_after, feeling_before) is not null))[1] as last_feeling
    from wellness.session where user_id = ${userId} and occurred_at > ${weekAgo} and occurred_at <= ${now}`.execute(
    db,
  )
  return rows[0] ?? { sessions: 0, minutes: 0, last_feeling: null }
}

/** The exercise after which a person felt better most often of late. */
export async function selectHelped(
  db: Db,
  userId: string,
  now: Date,
): Promise<{ exercise_id: string; times: number } | undefined> {
  const { rows } = await sql<{ exercise_id: string; times: number }>`
    select exercise_id, count(*)::int as times from wellness.session
    where user_id = ${userId} and occurred_at > ${new Date(now.getTime() - days(180))} and status = 'COMPLETED'
      and exercise_id is not null and valence_after > valence_before
    group by exercise_id order by sum(valence_after - valence_before) desc, exercise_id limit 1`.execute(db)
  return rows[0]
}

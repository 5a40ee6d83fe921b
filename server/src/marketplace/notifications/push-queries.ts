import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { spoken } from '../../platform/db/words.ts'
import type { PushPlatform } from '../../platform/push/port.ts'
import type { QueuedPush } from '../../platform/push/queue.ts'
import { hasMuted, isVisibleOrKnownTo, isVisibleTo } from '../users/public.ts'
import { newsForMs } from './inbox-queries.ts'
import { neverMuted } from './kinds.ts'
import { amongPartners } from './partners.ts'

/** A device of somebody who is to be shown a notice, and their quiet hours. */
export interface PushTarget {
  id: string
  user_id: string
  platform: PushPlatform
  token_digest: string
  is_urgent: boolean
  timezone: string
  has_quiet_hours: boolean | null
  quiet_start_minutes: number | null
  quiet_end_minutes: number | null
}

const wanted = sql`d.platform, encode(marketplace.digest_of(d.token), 'hex') as token_digest, u.timezone, p.has_quiet_hours,
  p.quiet_start_minutes, p.quiet_end_minutes`

/** Whether somebody with preferences `p` wants a kind pushed. */
const isPushed = (category: RawBuilder<unknown>) => sql<boolean>`(
  ${category} = any(${[...neverMuted]}::text[]) or p.user_id is null or ${category} <> all(p.not_pushed || p.muted))`

/** The kind of the news `w`. */
const newsKind = sql<string>`case when w.birthday_year is null then 'new_listing' else 'birthday' end`

/** Whether the notice `n` is still to be told of. */
const isOpen = (now: Date) => sql<boolean>`(
  n.retracted_at is null and not n.is_read and not n.is_dismissed and (n.expires_at is null or n.expires_at > ${now}))`

/** The devices on which some notices are to be shown. */
export async function selectTargets(
  db: Db,
  notificationIds: readonly string[],
  now: Date,
): Promise<PushTarget[]> {
  const { rows } = await sql<PushTarget>`
    select n.id, n.recipient_id as user_id, n.category = 'security' as is_urgent, ${wanted}
    from marketplace.notification n
    join marketplace.users u on u.id = n.recipient_id and u.status = 'active'
    join marketplace.device_token d on d.user_id = n.recipient_id
    left join marketplace.notification_preference p on p.user_id = n.recipient_id
    where n.id = any(${[...notificationIds]}::uuid[]) and ${isOpen(now)} and ${isPushed(sql`n.category`)}`.execute(
    db,
  )
  return rows
}

/** A follower of somebody who has news. */
export interface FollowerRow {
  follower_id: string
  created_at: Date
  /** Whether they were here a moment ago. */
  is_here: boolean
}

/** The next followers who hear of some news, the last first; those who muted its author or the kind hear nothing. */
export async function selectFollowers(
  db: Db,
  newsId: string,
  {
    after,
    limit,
    hereSince,
    now,
  }: { after: { at: string; id: string } | null; limit: number; hereSince: Date; now: Date },
): Promise<(FollowerRow & { hears: boolean })[]> {
  const { rows } = await sql<FollowerRow & { hears: boolean }>`
    select f.follower_id, f.created_at, here.seen_at > ${hereSince} is true as is_here,
      u.status = 'active' and not ${hasMuted(sql`f.follower_id`, sql`f.followee_id`, now)}
        and (p.user_id is null or ${newsKind} <> all(p.muted)) as hears
    from marketplace.follower_news w
    join marketplace.follow f on f.followee_id = w.author_id and f.created_at <= w.created_at
    join marketplace.users u on u.id = f.follower_id
    left join marketplace.presence here on here.user_id = f.follower_id
    left join marketplace.notification_preference p on p.user_id = f.follower_id
    where w.id = ${newsId} and w.retracted_at is null
      and (${after?.at ?? null}::timestamptz is null or (f.created_at, f.follower_id) < (${after?.at ?? null}::timestamptz, ${after?.id ?? null}::uuid))
    order by f.created_at desc, f.follower_id desc limit ${limit}`.execute(db)
  return rows
}

/** The devices of some people who hear of a piece of news. */
export async function selectNewsTargets(
  db: Db,
  newsId: string,
  followerIds: readonly string[],
): Promise<PushTarget[]> {
  const { rows } = await sql<PushTarget>`
    select ${newsId}::uuid as id, u.id as user_id, false as is_urgent, ${wanted}
    from marketplace.follower_news w
    join marketplace.users u on u.id = any(${[...followerIds]}::uuid[])
    join marketplace.device_token d on d.user_id = u.id
    left join marketplace.notification_preference p on p.user_id = u.id
    where w.id = ${newsId} and ${isPushed(newsKind)}`.execute(db)
  return rows
}

export interface PlannedPush {
  id: string
  /** Of the notice, or of the news. */
  of: string
  userId: string
  tokenDigest: string
  dueAt: Date
}

/** Writes messages down, once for each device. @returns when the first of them is due; null when there is none. */
export async function insertPushes(
  db: Db,
  batch: { id: string; kind: 'notification' | 'news' },
  pushes: readonly PlannedPush[],
  now: Date,
): Promise<Date | null> {
  if (pushes.length === 0) return null
  const { rows } = await sql<{ due_at: Date }>`
    insert into marketplace.push (id, batch_id, user_id, token_digest, ${sql.ref(`${batch.kind}_id`)}, due_at, created_at, updated_at)
    select p."id", ${batch.id}::uuid, p."userId", decode(p."tokenDigest", 'hex'), p."of", p."dueAt", ${now}::timestamptz, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(pushes)}::jsonb)
      as p("id" uuid, "of" uuid, "userId" uuid, "tokenDigest" text, "dueAt" timestamptz)
    on conflict do nothing returning due_at`.execute(db)
  const due = rows.map((row) => row.due_at.getTime())
  return due.length === 0 ? null : new Date(Math.min(...due))
}

/** Those of some messages that are still to be shown: to whoever has the device, of what stands, is unread, and is of somebody whom they see. */
export async function selectMessages(db: Db, ids: readonly string[], now: Date): Promise<QueuedPush[]> {
  const isSeen = (actor: string) => isVisibleTo(sql`m.user_id`, actor)
  const ofSeen = sql`from marketplace.notification_actor a where a.notification_id = n.id and ${isSeen('a.actor_id')}`
  const actors = sql`(select count(distinct a.actor_id) ${ofSeen})`
  const said = sql`(select a.message ${ofSeen} order by a.created_at desc, a.cause desc limit 1)`
  const isFromSeen = sql<boolean>`(
    n.category = any(${[...neverMuted]}::text[]) or case
      when n.category = any(${[...amongPartners]}::text[]) then ${isVisibleOrKnownTo(sql`m.user_id`, 'n.actor_id')}
      when n.title_of_many is null then ${isSeen('n.actor_id')} else exists (select ${ofSeen}) end)`
  const { rows } = await sql<QueuedPush>`
    select m.id, d.platform, d.token, encode(m.token_digest, 'hex') as "tokenDigest",
      case when n.id is null then ${spoken(sql`w.title`, 'u.language')}
        when n.title_of_many is not null and ${actors} > 1 then replace(n.title_of_many, '{n}', ${actors}::text)
        else n.title end as title,
      coalesce(${said}, n.message, w.message) as body,
      coalesce(n.reference_model || '/' || n.reference_id, 'post/' || w.post_id, 'user/' || w.author_id) as link
    from marketplace.push m
    join marketplace.users u on u.id = m.user_id and u.status = 'active'
    join marketplace.device_token d on d.user_id = m.user_id and marketplace.digest_of(d.token) = m.token_digest
    left join marketplace.notification n on n.id = m.notification_id and ${isOpen(now)} and ${isFromSeen}
    left join (
      marketplace.follower_news w
      join marketplace.users author on author.id = w.author_id and author.status = 'active' and author.limited_until is null
      join marketplace.follow f on f.followee_id = w.author_id and f.created_at <= w.created_at
    ) on w.id = m.news_id and f.follower_id = m.user_id and w.retracted_at is null
      and w.created_at > ${new Date(now.getTime() - newsForMs)} and not ${hasMuted(sql`f.follower_id`, sql`w.author_id`, now)}
    left join marketplace.follower_news_state s on s.news_id = m.news_id and s.user_id = m.user_id
    left join marketplace.notification_preference p on p.user_id = m.user_id
    where m.id = any(${[...ids]}::uuid[])
      and (n.id is not null or (w.id is not null and (s.news_id is null or not (s.is_read or s.is_dismissed))))
      and ${isPushed(sql`coalesce(n.category, ${newsKind})`)}`.execute(db)
  return rows
}

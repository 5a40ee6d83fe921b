import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { PushPlatform } from '../../platform/push/port.ts'
import type { QueuedPush } from '../../platform/push/queue.ts'
import type { QuietHoursRow } from '../../platform/quiet-hours.ts'
import type { Kind } from './kinds.ts'
import { wants } from './preference-queries.ts'

/** A device of somebody who wants a kind pushed, and their quiet hours. */
export interface PushTarget extends QuietHoursRow {
  user_id: string
  kind: Kind | null
  device_id: string
  platform: PushPlatform
  timezone: string
}

const hasAccount = (now: Date) =>
  sql`(u.status = 'ACTIVE' or (u.status = 'SUSPENDED' and u.suspended_until <= ${now}))`

/** The devices of those who want to be shown kinds on them. */
export async function selectTargets(
  db: Db,
  asked: readonly { userId: string; kind: Kind | null }[],
  now: Date,
): Promise<PushTarget[]> {
  const { rows } = await sql<PushTarget>`
    select n."userId" as user_id, n."kind" as kind, d.device_id, d.type as platform, u.timezone, coalesce(p.has_quiet_hours, false) as has_quiet_hours,
      coalesce(p.quiet_start_minutes, 0) as quiet_start_minutes, coalesce(p.quiet_end_minutes, 0) as quiet_end_minutes
    from (select distinct "userId", "kind" from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as n("userId" uuid, "kind" text)) n
      join wellness.device d on d.user_id = n."userId" and d.push_token is not null and d.type is not null
      join wellness.users u on u.id = n."userId" and ${hasAccount(now)}
      left join wellness.preference p on p.user_id = n."userId"
    where ${wants('p', sql.ref('n.kind'), sql.lit('push'))}`.execute(db)
  return rows
}

export interface PlannedPush {
  id: string
  userId: string
  deviceId: string
  platform: PushPlatform
  sourceEvent: string
  notificationId: string | null
  about: string | null
  title: string
  body: string
  link: string | null
  dueAt: Date
}

/** Writes messages down, once for each cause and device. @returns when the first of them is due; null when there is none. */
export async function insertPushes(
  db: Db,
  batchId: string,
  pushes: readonly PlannedPush[],
  now: Date,
): Promise<Date | null> {
  if (pushes.length === 0) return null
  const { rows } = await sql<{ due_at: Date | null }>`
    with written as (
      insert into wellness.notice_push (id, batch_id, user_id, device_id, platform, source_event, notification_id, about, title, body, link,
        due_at, created_at, updated_at)
      select p."id", ${batchId}::uuid, p."userId", p."deviceId", p."platform", p."sourceEvent", p."notificationId", p."about", p."title",
        p."body", p."link", p."dueAt", ${now}::timestamptz, ${now}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(pushes)}::jsonb) as p("id" uuid, "userId" uuid, "deviceId" text, "platform" text,
        "sourceEvent" text, "notificationId" uuid, "about" uuid, "title" text, "body" text, "link" text, "dueAt" timestamptz)
      on conflict (user_id, source_event, device_id) do nothing returning due_at)
    select min(due_at) as due_at from written`.execute(db)
  return rows[0]?.due_at ?? null
}

/** Those of some messages that are still to be shown: to whoever has the device, of what stands and is unread. */
export async function selectMessages(db: Db, ids: readonly string[], now: Date): Promise<QueuedPush[]> {
  const { rows } = await sql<QueuedPush>`
    select m.id, m.platform, d.push_token as token, encode(wellness.digest_of(d.push_token), 'hex') as "tokenDigest", m.title, m.body, m.link
    from wellness.notice_push m
      join wellness.users u on u.id = m.user_id and ${hasAccount(now)}
      join wellness.device d on d.user_id = m.user_id and d.device_id = m.device_id and d.push_token is not null
      left join wellness.notification n on n.id = m.notification_id
    where m.id = any(${[...ids]}::uuid[]) and (n.id is null or not n.is_read and n.deleted_at is null
      and (n.expires_at is null or n.expires_at > ${now}))`.execute(db)
  return rows
}

/** Forgets what was to be shown about some things and was not sent yet. */
export async function deleteUnsent(db: Db, about: readonly string[]): Promise<void> {
  await sql`
    delete from wellness.notice_push where about = any(${[...about]}::uuid[]) and status in ('queued', 'sending')`.execute(
    db,
  )
}

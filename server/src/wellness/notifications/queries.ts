import { type RawBuilder, sql } from 'kysely'
import { days } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { orderedBy } from '../../platform/operation/order.ts'
import type { Key } from '../../platform/operation/page.ts'
import type { Kind } from './kinds.ts'
import { wants } from './preference-queries.ts'

export interface NotificationRow {
  id: string
  user_id: string
  category: string
  title: string
  message: string
  link: string | null
  is_read: boolean
  read_at: Date | null
  expires_at: Date | null
  created_at: Date
}

export const retentionMs = days(180)

/** What stands in a user's inbox. List, count and changes all use it, so they cannot disagree. */
function stands(userId: string, now: Date): RawBuilder<boolean> {
  return sql<boolean>`(user_id = ${userId} and deleted_at is null and created_at > ${new Date(now.getTime() - retentionMs)}
    and (expires_at is null or expires_at > ${now}))`
}

export const newestFirst = orderedBy<NotificationRow>(
  'desc',
  ['created_at', 'timestamptz', 'created_at'],
  ['id', 'uuid', 'id'],
)

export async function selectNotifications(
  db: Db,
  filter: {
    userId: string
    now: Date
    category: string | null
    isRead: boolean | null
    after: Key | undefined
    limit: number
  },
): Promise<NotificationRow[]> {
  const { rows } = await sql<NotificationRow>`
    select id, user_id, category, title, message, link, is_read, read_at, expires_at, created_at
    from wellness.notification
    where ${stands(filter.userId, filter.now)}
      and (${filter.category}::text is null or category = ${filter.category}::text)
      and (${filter.isRead}::boolean is null or is_read = ${filter.isRead}::boolean)
      and ${newestFirst.isPast(filter.after)}
    order by ${newestFirst.by} limit ${filter.limit}`.execute(db)
  return rows
}

export async function countNotifications(
  db: Db,
  userId: string,
  now: Date,
): Promise<{ unread: number; total: number }> {
  const { rows } = await sql<{ unread: number; total: number }>`
    select count(*) filter (where not is_read) as unread, count(*) as total
    from wellness.notification where ${stands(userId, now)}`.execute(db)
  return rows[0] ?? { unread: 0, total: 0 }
}

/** Reads one; the first time stays. */
export async function readNotification(
  db: Db,
  userId: string,
  id: string,
  now: Date,
): Promise<NotificationRow | undefined> {
  const { rows } = await sql<NotificationRow>`
    update wellness.notification set is_read = true, read_at = coalesce(read_at, ${now})
    where id = ${id} and ${stands(userId, now)}
    returning id, user_id, category, title, message, link, is_read, read_at, expires_at, created_at`.execute(
    db,
  )
  return rows[0]
}

/** Reads everything up to a moment; what comes later stays unread. @returns how many were read. */
export async function readAll(db: Db, userId: string, before: Date, now: Date): Promise<number> {
  const { rows } = await sql`
    update wellness.notification set is_read = true, read_at = ${now}
    where ${stands(userId, now)} and not is_read and created_at <= ${before} returning id`.execute(db)
  return rows.length
}

/** @returns whether it ever stood in this user's inbox; deleting twice is fine. */
export async function deleteNotification(db: Db, userId: string, id: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update wellness.notification set deleted_at = coalesce(deleted_at, ${now})
    where id = ${id} and user_id = ${userId} returning id`.execute(db)
  return rows.length > 0
}

/** Deletes everything up to a moment. @returns how many. */
export async function deleteAll(db: Db, userId: string, before: Date, now: Date): Promise<number> {
  const { rows } = await sql`
    update wellness.notification set deleted_at = ${now}
    where ${stands(userId, now)} and created_at <= ${before} returning id`.execute(db)
  return rows.length
}

export interface NewNotification {
  id: string
  userId: string
  category: string
  title: string
  message: string
  link: string | null
  expiresAt: Date | null
  sourceEvent: string
}

/** A notice that is news. */
export interface Written {
  id: string
  user_id: string
  /** Whether it stands in the inbox; somebody may want the kind by other ways only. */
  is_listed: boolean
}

/**
 * Writes a notice once per cause and user, all in one statement, into the inboxes of those who want it there.
 * @returns the ones that are new, as far as their inboxes tell.
 */
export async function insertNotifications(
  db: Db,
  notices: readonly (NewNotification & { kind: Kind | null })[],
  now: Date,
): Promise<Written[]> {
  if (notices.length === 0) return []
  const { rows } = await sql<Written>`
    with given as (
      select n.*, ${wants('p', sql.ref('n.kind'), sql.lit('inApp'))} as is_listed
      from jsonb_to_recordset(${JSON.stringify(notices)}::jsonb) as n("id" uuid, "userId" uuid, "category" text, "title" text,
        "message" text, "link" text, "expiresAt" timestamptz, "sourceEvent" text, "kind" text)
        left join wellness.preference p on p.user_id = n."userId"
    ), written as (
      insert into wellness.notification (id, user_id, category, title, message, link, expires_at, source_event, created_at)
      select n."id", n."userId", n."category", n."title", n."message", n."link", n."expiresAt", n."sourceEvent", ${now}::timestamptz
      from given n where n.is_listed
      on conflict (source_event, user_id) do nothing returning id, user_id
    )
    select id, user_id, true as is_listed from written
    union all select n."id", n."userId", false from given n where not n.is_listed`.execute(db)
  return rows
}

import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { PushMessage } from '../../platform/push/port.ts'

/** A notice for one device of its person. */
export interface NoticePush extends PushMessage {
  /** By which the token is found again. */
  tokenDigest: string
  timezone: string
  has_quiet_hours: boolean
  quiet_start_minutes: number
  quiet_end_minutes: number
}

/** What the devices are to show of a notice that is still unread, where its person wants that. */
export async function selectPushes(db: Db, notificationId: string, now: Date): Promise<NoticePush[]> {
  const { rows } = await sql<NoticePush>`
    select md5(n.id::text || d.device_id)::uuid as id, d.type as platform, d.push_token as token,
      encode(wellness.digest_of(d.push_token), 'hex') as "tokenDigest", n.title, n.message as body, n.link, u.timezone,
      coalesce(p.has_quiet_hours, false) as has_quiet_hours, coalesce(p.quiet_start_minutes, 0) as quiet_start_minutes,
      coalesce(p.quiet_end_minutes, 0) as quiet_end_minutes
    from wellness.notification n
      join wellness.users u on u.id = n.user_id and u.status = 'ACTIVE'
      join wellness.device d on d.user_id = u.id and d.push_token is not null and d.type is not null
      left join wellness.preference p on p.user_id = u.id
    where n.id = ${notificationId} and n.deleted_at is null and not n.is_read and (n.expires_at is null or n.expires_at > ${now})
      and coalesce(p.push, true)
    order by d.device_id`.execute(db)
  return rows
}

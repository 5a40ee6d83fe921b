import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

export type DeviceType = 'IOS' | 'ANDROID' | 'WEB'

interface Binding {
  userId: string
  deviceId: string
  sessionId: string
  type: DeviceType | null
  pushToken: string | null
  /** Kept as it was when left out. */
  appVersion?: string
  at: Date
}

/** Binds a phone to one user and session, taking its push token from whoever had it. */
export async function bindDevice(db: Db, device: Binding): Promise<void> {
  if (device.pushToken !== null) await takeToken(db, device, device.pushToken)
  await sql`
    insert into wellness.device as d (user_id, device_id, session_id, type, push_token, app_version, last_seen_at)
    values (${device.userId}, ${device.deviceId}, ${device.sessionId}, ${device.type}, ${device.pushToken}, ${device.appVersion ?? null},
      ${device.at})
    on conflict (user_id, device_id) do update set session_id = excluded.session_id, type = coalesce(excluded.type, d.type),
      push_token = coalesce(excluded.push_token, d.push_token), app_version = coalesce(excluded.app_version, d.app_version),
      last_seen_at = excluded.last_seen_at`.execute(db)
}

/** Who binds the same token at the same time waits, so that the later one has it in the end. */
async function takeToken(db: Db, { userId, deviceId }: Binding, token: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${token}::text, 7))`.execute(db)
  await sql`
    update wellness.device set push_token = null
    where wellness.digest_of(push_token) = wellness.digest_of(${token})
      and (user_id, device_id) is distinct from (${userId}::uuid, ${deviceId}::text)`.execute(db)
}

/** The device of a user that has a push token, else the one of a session; undefined when there is none. */
export async function findDevice(
  db: Db,
  { userId, sessionId, pushToken }: { userId: string; sessionId: string; pushToken: string | null },
): Promise<string | undefined> {
  const { rows } = await sql<{ device_id: string }>`
    select device_id from wellness.device
    where user_id = ${userId} and (session_id = ${sessionId}::uuid or wellness.digest_of(push_token) = wellness.digest_of(${pushToken}::text))
    order by wellness.digest_of(push_token) = wellness.digest_of(${pushToken}::text) desc nulls last, last_seen_at desc, device_id
    limit 1`.execute(db)
  return rows[0]?.device_id
}

/** A phone stays known as long as its session is used. */
export async function touchDevice(
  db: Db,
  seen: { userId: string; sessionId: string; at: Date },
): Promise<void> {
  await sql`
    update wellness.device set last_seen_at = ${seen.at} where user_id = ${seen.userId} and session_id = ${seen.sessionId}`.execute(
    db,
  )
}

/** Forgets the push tokens of one session, or of all of a user's. */
export async function dropPushTokens(db: Db, userId: string, sessionId: string | null): Promise<void> {
  await sql`
    update wellness.device set push_token = null
    where user_id = ${userId} and (${sessionId}::uuid is null or session_id = ${sessionId}::uuid)`.execute(db)
}

/** Forgets some push tokens of sessions that are over; the devices stay known. @returns how many. */
export async function dropEndedTokens(db: Db, now: Date, most: number): Promise<number> {
  const { rows } = await sql`
    update wellness.device set push_token = null where ctid = any(array(
      select d.ctid from wellness.device d
      where d.push_token is not null and d.session_id is not null and not exists (
        select from platform.session s where s.id = d.session_id and s.revoked_at is null and s.expires_at > ${now})
      limit ${most}))
    returning 1`.execute(db)
  return rows.length
}

/** Forgets a token of a user's own that a newer one replaced. */
export async function dropPushToken(db: Db, userId: string, token: string): Promise<void> {
  await sql`
    update wellness.device set push_token = null
    where user_id = ${userId} and wellness.digest_of(push_token) = wellness.digest_of(${token})`.execute(db)
}

/** A device that can be sent to. */
export interface PushTarget {
  user_id: string
  device_id: string
  type: DeviceType
}

export async function selectPushTargets(db: Db, userIds: readonly string[]): Promise<PushTarget[]> {
  if (userIds.length === 0) return []
  const { rows } = await sql<PushTarget>`
    select user_id, device_id, type from wellness.device
    where user_id = any(${[...userIds]}::uuid[]) and push_token is not null and type is not null
    order by user_id, device_id`.execute(db)
  return rows
}

/** Forgets tokens that lead nowhere any more, unless the device has another by now. */
export async function forgetTokens(db: Db, digests: readonly string[]): Promise<void> {
  if (digests.length === 0) return
  await sql`
    update wellness.device set push_token = null
    where wellness.digest_of(push_token) = any(select decode(d, 'hex') from unnest(${[...digests]}::text[]) d)`.execute(
    db,
  )
}

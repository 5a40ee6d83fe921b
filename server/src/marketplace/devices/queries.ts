import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { PushPlatform } from '../../platform/push/port.ts'

interface Device {
  token: string
  platform: PushPlatform
  /** Null for one that is known only as long as its session. */
  deviceId: string | null
  userId: string
  sessionId: string
  at: Date
}

const mostDevices = 20

/**
 * Binds a push token to one person, session and device, whoever had it before. What the device had until now is
 * forgotten, and so is what somebody's oldest had who has many.
 */
export async function bindDeviceToken(db: Db, device: Device): Promise<void> {
  await dropTokenOfDevice(db, device, device.token)
  await sql`
    insert into marketplace.device_token (token, user_id, session_id, device_id, platform, updated_at)
    values (${device.token}, ${device.userId}, ${device.sessionId}, ${device.deviceId}, ${device.platform}, ${device.at})
    on conflict (marketplace.digest_of(token)) do update set user_id = excluded.user_id, session_id = excluded.session_id,
      device_id = excluded.device_id, platform = excluded.platform, updated_at = excluded.updated_at`.execute(
    db,
  )
  await sql`
    delete from marketplace.device_token where user_id = ${device.userId} and token in (
      select token from marketplace.device_token where user_id = ${device.userId} order by updated_at desc, token offset ${mostDevices})`.execute(
    db,
  )
}

/** Forgets where a device of somebody's got its messages, but for the token that it has now. */
export async function dropTokenOfDevice(
  db: Db,
  { userId, sessionId, deviceId }: Pick<Device, 'userId' | 'sessionId' | 'deviceId'>,
  except: string | null = null,
): Promise<void> {
  await sql`
    delete from marketplace.device_token
    where user_id = ${userId} and case when ${deviceId}::text is null then session_id = ${sessionId}::uuid
        else device_id = ${deviceId}::text or (device_id is null and session_id = ${sessionId}::uuid) end
      and marketplace.digest_of(token) is distinct from marketplace.digest_of(${except}::text)`.execute(db)
}

/** Forgets the push tokens of a session, or of all of a person's. */
export async function dropDeviceTokens(db: Db, userId: string, sessionId: string | null): Promise<void> {
  await sql`delete from marketplace.device_token where user_id = ${userId} and (${sessionId}::uuid is null or session_id = ${sessionId})`.execute(
    db,
  )
}

/** Forgets the push tokens of all sessions of a person but one. */
export async function dropDeviceTokensBut(db: Db, userId: string, sessionId: string): Promise<void> {
  await sql`delete from marketplace.device_token where user_id = ${userId} and session_id is distinct from ${sessionId}`.execute(
    db,
  )
}

/** A device that can be sent to. */
export interface PushTarget {
  userId: string
  platform: PushPlatform
  /** In hexadecimal. */
  tokenDigest: string
}

export async function selectPushTargets(db: Db, userIds: readonly string[]): Promise<PushTarget[]> {
  if (userIds.length === 0) return []
  const { rows } = await sql<PushTarget>`
    select user_id as "userId", platform, encode(marketplace.digest_of(token), 'hex') as "tokenDigest"
    from marketplace.device_token where user_id = any(${[...userIds]}::uuid[]) order by user_id, updated_at`.execute(
    db,
  )
  return rows
}

/** Forgets tokens that lead nowhere any more. */
export async function forgetTokens(db: Db, digests: readonly string[]): Promise<void> {
  if (digests.length === 0) return
  await sql`
    delete from marketplace.device_token
    where marketplace.digest_of(token) = any(select decode(d, 'hex') from unnest(${[...digests]}::text[]) d)`.execute(
    db,
  )
}

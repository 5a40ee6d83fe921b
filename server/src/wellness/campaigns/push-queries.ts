import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { PushPlatform } from '../../platform/push/port.ts'

/** A message to one device of the person of a delivery. */
export interface PlannedPush {
  id: string
  address: string
  userId: string
  deviceId: string
  platform: PushPlatform
}

export async function insertPushes(
  db: Db,
  campaignId: string,
  pushes: readonly PlannedPush[],
  now: Date,
): Promise<void> {
  if (pushes.length === 0) return
  await sql`
    insert into wellness.push (id, campaign_id, address, user_id, device_id, platform, due_at, updated_at)
    select p."id", ${campaignId}::uuid, p."address", p."userId", p."deviceId", p."platform", ${now}::timestamptz, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(pushes)}::jsonb)
      as p("id" uuid, "address" text, "userId" uuid, "deviceId" text, "platform" text)`.execute(db)
}

/** A message with what its person and their device are now. */
export interface PushContent {
  id: string
  platform: PushPlatform
  token: string
  /** By which the token is found again, without keeping it anywhere else. */
  tokenDigest: string
  name: string
  subject: string
  description: string
  link: string | null
}

/** Those of some messages that can still be sent: their people have an account, and the device a token. */
export async function selectMessages(db: Db, ids: readonly string[]): Promise<PushContent[]> {
  const { rows } = await sql<PushContent>`
    select p.id, p.platform, d.push_token as token, encode(wellness.digest_of(d.push_token), 'hex') as "tokenDigest", u.name,
      c.subject, c.description, c.link
    from wellness.push p
      join wellness.campaign c on c.id = p.campaign_id
      join wellness.users u on u.id = p.user_id and u.status = 'ACTIVE'
      join wellness.device d on d.user_id = p.user_id and d.device_id = p.device_id and d.push_token is not null
    where p.id = any(${[...ids]}::uuid[])`.execute(db)
  return rows
}

/** Settles the deliveries of some messages, where those to the address are all done: one that arrived is enough. */
export async function settlePushed(
  db: Db,
  campaignId: string,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  await sql`
    update wellness.delivery d set updated_at = ${now}, status = case
      when exists (select from wellness.push p where p.campaign_id = d.campaign_id and p.address = d.address and p.status = 'SENT') then 'SENT'
      when exists (select from wellness.push p where p.campaign_id = d.campaign_id and p.address = d.address and p.status = 'FAILED') then 'FAILED'
      else 'SKIPPED_NO_DEVICE' end
    where d.campaign_id = ${campaignId} and d.channel = 'PUSH' and d.status = 'SENDING' 
      and d.address = any(array(select address from wellness.push where id = any(${[...ids]}::uuid[])))
      and not exists (select from wellness.push p
        where p.campaign_id = d.campaign_id and p.address = d.address and p.status in ('QUEUED', 'SENDING'))`.execute(
    db,
  )
}

/** Deliveries that had failed wait again for some messages. Their campaign must be locked. */
export async function revivePushed(
  db: Db,
  campaignId: string,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  await sql`
    update wellness.delivery set status = 'SENDING', updated_at = ${now}
    where campaign_id = ${campaignId} and channel = 'PUSH' and status = 'FAILED'
      and address = any(array(select address from wellness.push where id = any(${[...ids]}::uuid[])))`.execute(
    db,
  )
}

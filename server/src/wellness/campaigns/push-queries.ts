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

const batch = 100
const mostTries = 5
const firstPauseSeconds = 30

/** Takes messages that are due for sending; nobody else takes them. @returns their ids. */
export async function takePushes(db: Db, campaignId: string, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update wellness.push set status = 'SENDING', tries = tries + 1, updated_at = ${now}
    where id = any(array(
      select id from wellness.push where campaign_id = ${campaignId} and status = 'QUEUED' and due_at <= ${now}
      order by due_at, id limit ${batch} for update skip locked))
    returning id`.execute(db)
  return rows.map(({ id }) => id)
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

/** What became of a message that was taken. `RETRY` waits longer each time, and fails in the end. */
export interface SettledPush {
  id: string
  status: 'SENT' | 'GONE' | 'FAILED' | 'RETRY'
  reason?: string
  /** How long the push service asks to be left alone. */
  pauseSeconds?: number | undefined
}

/** @returns the addresses that the messages went to. */
export async function settleTaken(db: Db, settled: readonly SettledPush[], now: Date): Promise<string[]> {
  const { rows } = await sql<{ address: string }>`
    update wellness.push p set
      status = case when s."status" <> 'RETRY' then s."status" when p.tries >= ${mostTries} then 'FAILED' else 'QUEUED' end,
      reason = s."reason",
      due_at = ${now}::timestamptz + make_interval(secs => greatest(coalesce(s."pauseSeconds", 0), ${firstPauseSeconds} * 4 ^ (p.tries - 1))),
      updated_at = ${now}
    from jsonb_to_recordset(${JSON.stringify(settled)}::jsonb) as s("id" uuid, "status" text, "reason" text, "pauseSeconds" int)
    where p.id = s."id" and p.status = 'SENDING'
    returning p.address`.execute(db)
  return [...new Set(rows.map(({ address }) => address))]
}

/** Gives up on what is left of a campaign's messages. */
export async function failPushes(db: Db, campaignId: string, reason: string, now: Date): Promise<void> {
  const { rows } = await sql<{ address: string }>`
    update wellness.push set status = 'FAILED', reason = ${reason.slice(0, 250)}, updated_at = ${now}
    where campaign_id = ${campaignId} and status in ('QUEUED', 'SENDING') returning address`.execute(db)
  const addresses = new Set(rows.map(({ address }) => address))
  await settlePushed(db, campaignId, [...addresses], now)
}

/** Settles the deliveries to some addresses whose messages are all done: one that arrived is enough. */
export async function settlePushed(
  db: Db,
  campaignId: string,
  addresses: readonly string[],
  now: Date,
): Promise<void> {
  await sql`
    update wellness.delivery d set updated_at = ${now}, status = case
      when exists (select from wellness.push p where p.campaign_id = d.campaign_id and p.address = d.address and p.status = 'SENT') then 'SENT'
      when exists (select from wellness.push p where p.campaign_id = d.campaign_id and p.address = d.address and p.status = 'FAILED') then 'FAILED'
      else 'SKIPPED_NO_DEVICE' end
    where d.campaign_id = ${campaignId} and d.channel = 'PUSH' and d.status = 'SENDING' and d.address = any(${[...addresses]}::text[])
      and not exists (select from wellness.push p
        where p.campaign_id = d.campaign_id and p.address = d.address and p.status in ('QUEUED', 'SENDING'))`.execute(
    db,
  )
}

/** When the next message of a campaign is due; null when none waits. */
export async function selectNextPush(db: Db, campaignId: string): Promise<Date | null> {
  const { rows } = await sql<{ due_at: Date | null }>`
    select min(due_at) as due_at from wellness.push where campaign_id = ${campaignId} and status = 'QUEUED'`.execute(
    db,
  )
  return rows[0]?.due_at ?? null
}

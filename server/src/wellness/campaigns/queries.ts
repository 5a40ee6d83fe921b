import { type RawBuilder, sql } from 'kysely'
import { days, seconds } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { orderedBy } from '../../platform/operation/order.ts'
import type { Key } from '../../platform/operation/page.ts'
import { wants } from '../notifications/public.ts'
import { hasPractisedSince } from '../sessions/public.ts'
import { isEntitled } from '../subscriptions/public.ts'

export type CampaignType = 'EMAIL' | 'PUSH' | 'IN_APP' | 'ALL'
export type Channel = 'EMAIL' | 'PUSH' | 'IN_APP'
export type RecipientType = 'ALL' | 'ANDROID' | 'IOS' | 'WEB' | 'CUSTOM' | 'SUBSCRIBED' | 'FREE' | 'INACTIVE'

export type CampaignStatus = 'SCHEDULED' | 'QUEUED' | 'SENDING' | 'SENT' | 'PARTIAL' | 'FAILED'
export type DeliveryStatus =
  | 'PENDING'
  | 'DEFERRED_QUIET'
  | 'SENDING'
  | 'SENT'
  | 'FAILED'
  | 'SKIPPED_UNKNOWN'
  | 'SKIPPED_UNSUBSCRIBED'
  | 'SKIPPED_NO_DEVICE'
  | 'SKIPPED_NOT_CONFIGURED'

export interface CampaignRow {
  id: string
  admin_id: string
  type: CampaignType
  subject: string
  description: string
  recipient_type: RecipientType
  recipient_emails: string[]
  is_suspected_repeat: boolean
  link: string | null
  overrides_quiet_hours: boolean
  scheduled_at: Date | null
  scheduled_local: string | null
  status: CampaignStatus
  created_at: Date
  finished_at: Date | null
  total: number
  pending: number
  deferred: number
  sent: number
  failed: number
  skipped: number
}

/** What is sent, to whom and when. */
export interface CampaignContent {
  id: string
  type: CampaignType
  subject: string
  description: string
  recipientType: RecipientType
  recipientEmails: string[]
  link: string | null
  overridesQuietHours: boolean
  scheduledAt: Date | null
  /** The wall-clock time of everybody's own zone that is meant, such as `2026-05-01T09:00`. */
  scheduledLocal: string | null
}

const repeatWithin = seconds(60)

export async function insertCampaign(
  db: Db,
  campaign: CampaignContent & { adminId: string; status: CampaignStatus },
  now: Date,
): Promise<void> {
  await sql`
    insert into wellness.campaign (id, admin_id, type, subject, description, recipient_type, recipient_emails, link, overrides_quiet_hours,
      scheduled_at, scheduled_local, status, is_suspected_repeat, created_at)
    values (${campaign.id}, ${campaign.adminId}, ${campaign.type}, ${campaign.subject}, ${campaign.description}, ${campaign.recipientType},
      ${campaign.recipientEmails}::text[], ${campaign.link}, ${campaign.overridesQuietHours}, ${campaign.scheduledAt}, ${campaign.scheduledLocal},
      ${campaign.status},
      exists (
        select 1 from wellness.campaign c
        where c.admin_id = ${campaign.adminId}::uuid and c.created_at > ${new Date(now.getTime() - repeatWithin)}
          and c.type = ${campaign.type}::text and c.recipient_type = ${campaign.recipientType}::text and c.recipient_emails = ${campaign.recipientEmails}::text[]
          and c.subject = ${campaign.subject}::text and c.description = ${campaign.description}::text),
      ${now})`.execute(db)
}

const liveDevice = days(90)
const inactivity = days(30)

/** Condition on `u` for a segment. */
function isInSegment(segment: RecipientType, now: Date): RawBuilder<boolean> {
  const since = (ms: number) => new Date(now.getTime() - ms)
  switch (segment) {
    case 'ANDROID':
    case 'IOS':
    case 'WEB':
      return sql`exists (select 1 from wellness.device d where d.user_id = u.id and d.type = ${segment} and d.last_seen_at > ${since(liveDevice)})`
    case 'INACTIVE':
      return sql`u.created_at < ${since(inactivity)} and not ${hasPractisedSince('u.id', since(inactivity))}`
    case 'SUBSCRIBED':
      return isEntitled('u.id', now)
    case 'FREE':
      return sql`not ${isEntitled('u.id', now)}`
    case 'CUSTOM':
      return sql`false`
    default:
      return sql`true`
  }
}

const isActive = sql`u.status = 'ACTIVE' and u.email_canonical is not null`

/** Somebody who gets a campaign. */
export interface Recipient {
  address: string
  /** Null for an address without an account. */
  user_id: string | null
  timezone: string | null
}

export async function selectNamed(db: Db, addresses: readonly string[]): Promise<Recipient[]> {
  const { rows } = await sql<Recipient>`
    select named.address, u.id as user_id, u.timezone from unnest(${[...addresses]}::text[]) as named(address)
      left join wellness.users u on u.email_canonical = named.address and ${isActive}`.execute(db)
  return rows
}

const firstId = '00000000-0000-0000-0000-000000000000'

/** Freezes the segment of a campaign as of now: whoever comes later does not belong to it. */
export async function freezeSegment(db: Db, campaignId: string, now: Date): Promise<void> {
  await sql`
    update wellness.campaign set status = 'QUEUED', segment_at = ${now}, segment_after = ${firstId},
      segment_until = coalesce((select u.id from wellness.users u order by u.id desc limit 1), ${firstId})
    where id = ${campaignId}`.execute(db)
}

/** The next people in the order of their ids. Without an address: not of the segment. */
export async function selectSegment(
  db: Db,
  recipientType: RecipientType,
  { after, until, at }: Segment,
  limit: number,
): Promise<{ address: string | null; user_id: string; timezone: string }[]> {
  const { rows } = await sql<{ address: string | null; user_id: string; timezone: string }>`
    select case when ${isActive} and ${isInSegment(recipientType, at)} then u.email_canonical end as address, u.id as user_id, u.timezone
    from wellness.users u where u.id > ${after} and u.id <= ${until} order by u.id limit ${limit}`.execute(db)
  return rows
}

/** Notes how far a segment is written down; with null, that all of it is. */
export async function moveSegment(db: Db, campaignId: string, after: string | null): Promise<void> {
  await sql`
    update wellness.campaign set segment_after = ${after}::uuid, segment_until = case when ${after}::uuid is not null then segment_until end
    where id = ${campaignId}`.execute(db)
}

const channels: readonly Channel[] = ['EMAIL', 'PUSH', 'IN_APP']

/** Writes down who gets a campaign, one row per address and channel. */
export async function insertDeliveries(
  db: Db,
  { id, type }: Pick<CampaignContent, 'id' | 'type'>,
  recipients: readonly (Recipient & { due_at: Date })[],
  now: Date,
): Promise<void> {
  await sql`
    insert into wellness.delivery (campaign_id, address, channel, user_id, status, due_at, created_at, updated_at)
    select ${id}::uuid, r.address, c.channel, r.user_id, case when r.user_id is null then 'SKIPPED_UNKNOWN' else 'PENDING' end,
      r.due_at, ${now}::timestamptz, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(recipients)}::jsonb) as r(address text, user_id uuid, due_at timestamptz)
      cross join unnest(${type === 'ALL' ? channels : [type]}::text[]) as c(channel)
    on conflict do nothing`.execute(db)
}

/** The people of a segment who are still to be written down. */
export interface Segment {
  after: string
  until: string
  /** As of when they belong to it. */
  at: Date
}

export type LockedCampaign = CampaignContent & { status: CampaignStatus; segment: Segment | null }

/** Takes a campaign for delivering; a second job of the same campaign waits and finds the rest, or nothing. */
export async function lockCampaign(db: Db, id: string): Promise<LockedCampaign | undefined> {
  const { rows } = await sql<
    CampaignContent & { status: CampaignStatus } & (Segment | { [Key in keyof Segment]: null })
  >`
    select id, type, subject, description, recipient_type as "recipientType", recipient_emails as "recipientEmails", link,
      overrides_quiet_hours as "overridesQuietHours", scheduled_at as "scheduledAt", scheduled_local as "scheduledLocal", status,
      segment_after as after, segment_until as until, segment_at as at
    from wellness.campaign where id = ${id} and status in ('SCHEDULED', 'QUEUED', 'SENDING') for update`.execute(
    db,
  )
  const [row] = rows
  return row && { ...row, segment: row.until === null ? null : row }
}

export interface DueDelivery {
  address: string
  channel: Channel
  /** Null when the person left since the recipients were frozen. */
  user_id: string | null
  name: string | null
  email: string | null
  timezone: string
  language: string
  is_wanted: boolean
  has_quiet_hours: boolean
  quiet_start_minutes: number
  quiet_end_minutes: number
}

// Asked when a mail is due, not when its recipients are written down.
const isSuppressed = sql`exists (
  select from wellness.suppression s where s.address_digest = wellness.digest_of(u.email_canonical))`

/** The next deliveries that are due, with what their people want. The campaign must be locked. */
export async function selectDue(
  db: Db,
  { id }: CampaignContent,
  limit: number,
  now: Date,
): Promise<DueDelivery[]> {
  const { rows } = await sql<DueDelivery>`
    select p.address, p.channel, u.id as user_id, u.name, u.email, coalesce(u.timezone, 'UTC') as timezone,
      coalesce(u.language, 'en') as language,
      ${wants('w', sql.lit('marketing'), sql`case p.channel when 'EMAIL' then 'email' when 'PUSH' then 'push' else 'inApp' end`)}
        and not (p.channel = 'EMAIL' and ${isSuppressed}) as is_wanted,
      coalesce(w.has_quiet_hours, false) as has_quiet_hours, coalesce(w.quiet_start_minutes, 0) as quiet_start_minutes,
      coalesce(w.quiet_end_minutes, 0) as quiet_end_minutes
    from wellness.delivery p
      left join wellness.users u on u.id = p.user_id and u.status = 'ACTIVE'
      left join wellness.preference w on w.user_id = u.id
    where p.campaign_id = ${id} and p.status in ('PENDING', 'DEFERRED_QUIET') and p.due_at <= ${now}
    order by p.due_at, p.address, p.channel limit ${limit}`.execute(db)
  return rows
}

/** What became of a delivery; with `dueAt` it is tried again then. */
export interface Settled {
  status: DeliveryStatus
  dueAt?: Date
  mailId?: string
}

export async function settleDeliveries(
  db: Db,
  campaignId: string,
  settled: readonly (Pick<DueDelivery, 'address' | 'channel'> & Settled)[],
  now: Date,
): Promise<void> {
  const rows = settled.map(({ address, channel, status, dueAt, mailId }) => ({
    address,
    channel,
    status,
    dueAt,
    mailId,
  }))
  await sql`
    update wellness.delivery d set status = s."status", due_at = coalesce(s."dueAt", d.due_at),
      mail_id = s."mailId", updated_at = ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as s("address" text, "channel" text, "status" text, "dueAt" timestamptz, "mailId" uuid)
    where d.campaign_id = ${campaignId} and d.address = s."address" and d.channel = s."channel"`.execute(db)
}

/** When the next delivery of a campaign is due; null when none is left. */
export async function selectNextDue(db: Db, id: string): Promise<Date | null> {
  const { rows } = await sql<{ due_at: Date | null }>`
    select min(due_at) as due_at from wellness.delivery where campaign_id = ${id} and status in ('PENDING', 'DEFERRED_QUIET')`.execute(
    db,
  )
  return rows[0]?.due_at ?? null
}

/** Whether any delivery of a campaign is still to be made. */
export async function isUnderWay(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql<{ is_under_way: boolean }>`
    select exists (
      select from wellness.delivery where campaign_id = ${id} and status in ('PENDING', 'DEFERRED_QUIET', 'SENDING')
    ) as is_under_way`.execute(db)
  return rows[0]?.is_under_way ?? false
}

export async function markSending(db: Db, id: string): Promise<void> {
  await sql`update wellness.campaign set status = 'SENDING' where id = ${id} and status <> 'SENDING'`.execute(
    db,
  )
}

/** Goes on with a campaign of which something waits again that had failed. */
export async function reopenCampaign(db: Db, id: string): Promise<void> {
  await sql`
    update wellness.campaign set status = 'SENDING', finished_at = null, total_count = null, sent_count = null, failed_count = null
    where id = ${id}`.execute(db)
}

/** Ends a campaign, by what became of its deliveries. */
export async function finishCampaign(db: Db, id: string, now: Date): Promise<void> {
  await sql`
    update wellness.campaign c set finished_at = ${now}, total_count = n.total, sent_count = n.sent, failed_count = n.failed,
      status = case when n.sent = 0 then 'FAILED' when n.total = n.sent then 'SENT' else 'PARTIAL' end
    from (
      select count(*) as total, count(*) filter (where status = 'SENT') as sent, count(*) filter (where status = 'FAILED') as failed
      from wellness.delivery where campaign_id = ${id}
    ) n where c.id = ${id}`.execute(db)
}

const campaigns = sql`
  select c.id, c.admin_id, c.type, c.subject, c.description, c.recipient_type, c.recipient_emails, c.is_suspected_repeat, c.link,
    c.overrides_quiet_hours, c.scheduled_at, c.scheduled_local, c.status, c.created_at, c.finished_at,
    n.total, n.pending, n.deferred, n.sent, n.failed, n.total - n.pending - n.deferred - n.sent - n.failed as skipped
  from wellness.campaign c cross join lateral (
    select coalesce(c.total_count, count(*)) as total, count(*) filter (where d.status in ('PENDING', 'SENDING')) as pending,
      count(*) filter (where d.status = 'DEFERRED_QUIET') as deferred,
      coalesce(c.sent_count, count(*) filter (where d.status = 'SENT')) as sent,
      coalesce(c.failed_count, count(*) filter (where d.status = 'FAILED')) as failed
    from wellness.delivery d where c.total_count is null and d.campaign_id = c.id
  ) n`

interface CampaignFilter {
  type: string | null
  status: string | null
  from: Date | null
  to: Date | null
}

const isListed = (
  filter: CampaignFilter,
) => sql`(${filter.type}::text is null or c.type = ${filter.type}::text)
  and (${filter.status}::text is null or c.status = ${filter.status}::text)
  and (${filter.from}::timestamptz is null or c.created_at >= ${filter.from}::timestamptz)
  and (${filter.to}::timestamptz is null or c.created_at < ${filter.to}::timestamptz)`

export async function countCampaigns(db: Db, filter: CampaignFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from wellness.campaign c where ${isListed(filter)}`.execute(db)
  return rows[0]?.count ?? 0
}

export const newestCampaign = orderedBy<CampaignRow>(
  'desc',
  ['c.created_at', 'timestamptz', 'created_at'],
  ['c.id', 'uuid', 'id'],
)

export async function selectCampaigns(
  db: Db,
  filter: CampaignFilter & {
    after: Key | undefined
    offset: number
    limit: number
  },
): Promise<CampaignRow[]> {
  const { rows } = await sql<CampaignRow>`
    ${campaigns}
    where ${isListed(filter)}
      and ${newestCampaign.isPast(filter.after)}
    order by ${newestCampaign.by} limit ${filter.limit} offset ${filter.offset}`.execute(db)
  return rows
}

export async function selectCampaign(db: Db, id: string): Promise<CampaignRow | undefined> {
  const { rows } = await sql<CampaignRow>`${campaigns} where c.id = ${id}`.execute(db)
  return rows[0]
}

export interface DeliveryRow {
  address: string
  channel: Channel
  user_id: string | null
  status: DeliveryStatus
  mail_id: string | null
  reason: string | null
  due_at: Date
  updated_at: Date
}

interface DeliveryFilter {
  campaignId: string
  status: string | null
}

const isOfCampaign = ({ campaignId, status }: DeliveryFilter) =>
  sql`d.campaign_id = ${campaignId} and (${status}::text is null or d.status = ${status}::text)`

export async function countDeliveries(db: Db, filter: DeliveryFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from wellness.delivery d where ${isOfCampaign(filter)}`.execute(db)
  return rows[0]?.count ?? 0
}

export const byAddress = orderedBy<DeliveryRow>(
  'asc',
  ['d.address', 'text', 'address'],
  ['d.channel', 'text', 'channel'],
)

export async function selectDeliveries(
  db: Db,
  filter: DeliveryFilter & {
    after: Key | undefined
    offset: number
    limit: number
  },
): Promise<DeliveryRow[]> {
  const { rows } = await sql<DeliveryRow>`
    select d.address, d.channel, d.user_id, d.status, d.mail_id, d.reason, d.due_at, d.updated_at from wellness.delivery d
    where ${isOfCampaign(filter)}
      and ${byAddress.isPast(filter.after)}
    order by ${byAddress.by} limit ${filter.limit} offset ${filter.offset}`.execute(db)
  return rows
}

/** Counting ends here. */
export const mostCounted = 250

export interface Overview {
  scheduled: number
  under_way: number
  failed: number
  offered: number
  hidden: number
  joined: number
}

const countOfCampaigns = (are: RawBuilder<unknown>) => sql<number>`
  (select count(*) from (select from wellness.campaign c where ${are} limit ${mostCounted}) n)`

/** What administrators look after; what is dated since the days that are given. */
export async function selectOverview(db: Db, since: { failed: Date; joined: Date }): Promise<Overview> {
  const { rows } = await sql<Overview>`
    select ${countOfCampaigns(sql`c.status = 'SCHEDULED'`)} as scheduled,
      ${countOfCampaigns(sql`c.status in ('QUEUED', 'SENDING')`)} as under_way,
      ${countOfCampaigns(sql`c.status in ('FAILED', 'PARTIAL') and c.created_at > ${since.failed}`)} as failed,
      e.offered, e.hidden,
      (select count(*) from (
        select from wellness.users u where u.created_at > ${since.joined} limit ${mostCounted}) n) as joined
    from (
      select count(*) filter (where status = 'ACTIVE') as offered, count(*) filter (where status <> 'ACTIVE') as hidden
      from wellness.exercise where deleted_at is null) e`.execute(db)
  const [overview] = rows
  if (!overview) throw new Error('counting gave no row')
  return overview
}
